import { PageLink } from "../../shell/page-link.tsx";

/** Leads to the form with this service or package chosen. */
export function AskLink({ id, name }: { id: string; name: string }) {
  return (
    <PageLink
      className="button quiet ask"
      to={`/kontakt?cel=${id}#formularz`}
      aria-label={`Zapytaj: ${name}`}
    >
      Zapytaj
    </PageLink>
  );
}
