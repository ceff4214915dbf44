import { hyphenate } from "../ui/hyphenate.ts";

/** The top of an inner page. Its heading takes the focus after a navigation. */
export function PageHeading({ heading, lead }: { heading: string; lead: string }) {
  return (
    <header className="page-heading wrap">
      <h1 tabIndex={-1}>{hyphenate(heading)}</h1>
      <p className="lead">{lead}</p>
    </header>
  );
}
