import { ErrorBoundary } from "./error-boundary.tsx";
import { ErrorPage } from "./error-page.tsx";
import type { PageError } from "./page-error.ts";

/** The error page, or a plain message if the error page itself fails to render (B6.5). */
export function GuardedErrorPage({ error }: { error: PageError }) {
  return (
    <ErrorBoundary key={error.at} fallback={(failure) => <BrokenErrorPage message={failure.message} />}>
      <ErrorPage error={error} />
    </ErrorBoundary>
  );
}

/** Depends on nothing that could fail; its link loads the home page as a new document. */
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
