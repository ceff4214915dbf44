import { Component, type ReactNode } from "react";
import { ErrorPage } from "./error-page.tsx";
import { type PageError, toPageError } from "./page-error.ts";

/** The error page for one error, with a plain message in its place should it fail itself. */
export function GuardedErrorPage({ error }: { error: PageError }) {
  return (
    <ErrorPageGuard key={error.at}>
      <ErrorPage error={error} />
    </ErrorPageGuard>
  );
}

class ErrorPageGuard extends Component<{ children: ReactNode }, { message: string | null }> {
  override state = { message: null as string | null };

  static getDerivedStateFromError(failure: unknown) {
    return { message: toPageError(failure).message };
  }

  override render() {
    const { message } = this.state;
    return message === null ? this.props.children : <BrokenErrorPage message={message} />;
  }
}

/** Needs nothing that could fail; its link loads the home page afresh, without the app. */
export function BrokenErrorPage({ message }: { message: string }) {
  return (
    <div className="wrap error-guard" lang="en">
      <h1 tabIndex={-1}>An error occurred while showing the error page</h1>
      <p>{message}</p>
      <p>
        <a href="/">Go back to home</a>
      </p>
    </div>
  );
}
