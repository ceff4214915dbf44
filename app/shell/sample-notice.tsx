import { useSite } from "./site.tsx";
import { useVisit } from "./visit.ts";

/** Says that a page's content is made up, so that nobody takes an unfinished site for a real offer. */
export function SampleNotice() {
  const { sampleNotice } = useSite();
  const pathname = useVisit((visit) => visit.pathname);
  if (sampleNotice !== "everywhere" && !sampleNotice.includes(pathname)) return null;
  return (
    <aside className="sample-notice" aria-label="Uwaga">
      Strona zawiera dane przykładowe
    </aside>
  );
}
