import { useSite } from "./site.tsx";
import { useVisit } from "./visit.ts";

/** Marks a page's content as a sample, so that nobody mistakes an unfinished site for a real offer. */
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
