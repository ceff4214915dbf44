import { PageLink } from "../../shell/page-link.tsx";

/** A link to the form with this service or package selected. */
export function AskLink({ id, name, className }: { id: string; name: string; className: string }) {
  return (
    <PageLink className={className} to={`/kontakt?cel=${id}#formularz`} aria-label={`Zapytaj: ${name}`}>
      Zapytaj
    </PageLink>
  );
}
