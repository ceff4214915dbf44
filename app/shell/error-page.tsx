import { Component, type ReactNode } from "react";
import { Picture } from "../ui/picture.tsx";
import { type PageError, toPageError } from "./page-error.ts";
import { PageLink } from "./page-link.tsx";
import { useSite } from "./runtime.tsx";

const texts: Partial<Record<number, { heading: string; text: string }>> = {
  404: {
    heading: "Nie ma takiej strony",
    text: "Adres jest nieaktualny albo wkradła się do niego literówka.",
  },
  503: {
    heading: "Chwilowy tłok",
    text: "Strona odpowiada teraz zbyt wielu osobom naraz. Spróbuj ponownie za kilka sekund.",
  },
};
const refused = "Serwer nie przyjął tego, co wysłała przeglądarka. Zacznij od strony głównej.";
const failed = "Strona nie chce się wczytać. Zwykle pomaga druga próba.";

/** Replaces the page while an error is set: shows status and message, and offers ways on (B6.2, B6.3, B6.7). */
function ErrorPage({ statusCode, message, requestId }: PageError & { requestId?: string }) {
  const site = useSite();
  const canRetry = statusCode >= 500;
  const other = { heading: "Coś poszło nie tak", text: canRetry ? failed : refused };
  const { heading, text } = texts[statusCode] ?? other;
  return (
    <div className="error-page wrap">
      <p className="error-code" aria-hidden="true">
        {statusCode}
      </p>
      <div className="error-text stack">
        <h1 tabIndex={-1}>{heading}</h1>
        <p className="lead">{text}</p>
        <div className="actions">
          {canRetry && (
            // A form, which asks for the page again without scripts too.
            <form
              onSubmit={(event) => {
                event.preventDefault();
                location.reload();
              }}
            >
              <button className="button" type="submit">
                Spróbuj ponownie
              </button>
            </form>
          )}
          <PageLink className={canRetry ? "button quiet" : "button"} to="/">
            Wróć na stronę główną
          </PageLink>
          {site.phone && (
            <a className="button quiet" href={site.phone.href}>
              Zadzwoń: {site.phone.label}
            </a>
          )}
        </div>
        <div className="error-details note stack" lang="en">
          <p>{message}</p>
          {statusCode === 404 && (
            <p>
              <PageLink to="/">Back to the home page</PageLink>
            </p>
          )}
          {requestId && <p>Request {requestId}</p>}
        </div>
      </div>
      {site.errorPhoto && (
        <div className="error-picture bleed">
          <Picture picture={site.errorPhoto} sizes="(min-width: 992px) 85vw, 100vw" />
        </div>
      )}
    </div>
  );
}

/** The error page, or a plain message if the error page itself fails to render (B6.5). */
export function GuardedErrorPage(error: PageError) {
  return (
    <ErrorBoundary key={error.at} fallback={BrokenErrorPage}>
      <ErrorPage {...error} />
    </ErrorBoundary>
  );
}

/** Depends on nothing that could fail; its link loads the home page as a new document. */
export function BrokenErrorPage({ message }: { message: string }) {
  return (
    <div className="wrap error-guard stack" lang="en">
      <h1 tabIndex={-1}>An error occurred while showing the error page</h1>
      <p>{message}</p>
      <p>
        <a href="/">Go back to home</a>
      </p>
    </div>
  );
}

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  readonly fallback: (error: PageError) => ReactNode;
  readonly onError?: (thrown: unknown) => void;
}

/** Limits a rendering error to the boundary's children. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: PageError | null }> {
  override state = { error: null as PageError | null };

  static getDerivedStateFromError(thrown: unknown) {
    return { error: toPageError(thrown) };
  }

  override componentDidCatch(thrown: unknown) {
    this.props.onError?.(thrown);
  }

  override render() {
    const { error } = this.state;
    return error ? this.props.fallback(error) : this.props.children;
  }
}
