import { Picture } from "../ui/picture.tsx";
import type { PageError } from "./page-error.ts";
import { PageLink } from "./page-link.tsx";
import { useSite } from "./site.tsx";

const wordsFor = (statusCode: number) =>
  statusCode === 404
    ? {
        heading: "Nie ma takiej strony",
        text: "Adres jest nieaktualny albo wkradła się do niego literówka. Wszystko, co ważne, jest o jedno kliknięcie stąd.",
      }
    : {
        heading: "Coś poszło nie tak",
        text: "Strona nie chce się wczytać. Zwykle pomaga druga próba, a jeśli nie, zadzwoń.",
      };

/** Shown instead of the page while an error is set: status and message in words, and where to go from here (B6.2, B6.3, B6.7). */
export function ErrorPage({ error }: { error: PageError & { requestId?: string | undefined } }) {
  const site = useSite();
  const { heading, text } = wordsFor(error.statusCode);
  return (
    <div className="error-page wrap">
      <p className="error-code" aria-hidden="true">
        {error.statusCode}
      </p>
      <div className="error-words">
        <h1 tabIndex={-1}>{heading}</h1>
        <p className="lead">{text}</p>
        <div className="actions">
          {error.statusCode >= 500 && (
            <button className="button" type="button" onClick={() => location.reload()}>
              Spróbuj ponownie
            </button>
          )}
          <PageLink className={error.statusCode >= 500 ? "button quiet" : "button"} to="/">
            Wróć na stronę główną
          </PageLink>
          <a className="button quiet" href={site.phone.href}>
            Zadzwoń: {site.phone.label}
          </a>
        </div>
        <div className="error-details note" lang="en">
          <p>{error.message || "Error"}</p>
          {error.statusCode === 404 && (
            <p>
              <PageLink to="/">Back to the home page</PageLink>
            </p>
          )}
          {error.requestId && <p>Request {error.requestId}</p>}
        </div>
      </div>
      {site.errorPhoto && (
        <div className="error-picture">
          <Picture picture={site.errorPhoto} sizes="(min-width: 992px) 85vw, 100vw" />
        </div>
      )}
    </div>
  );
}
