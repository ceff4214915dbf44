import { Component, type ReactNode } from "react";

/** Catches a failure of the error page itself; its link loads the home page afresh, without the app. */
export class ErrorPageGuard extends Component<{ children: ReactNode }, { failure: Error | null }> {
  override state = { failure: null as Error | null };

  static getDerivedStateFromError(failure: unknown) {
    return { failure: failure instanceof Error ? failure : new Error(String(failure)) };
  }

  override render() {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    return (
      <div className="wrap error-guard" lang="en">
        <h1>An error occurred while showing the error page</h1>
        <p>{failure.message}</p>
        <p>
          <a href="/">Go back to home</a>
        </p>
      </div>
    );
  }
}
