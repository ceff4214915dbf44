import { useSite } from "./site.tsx";

/** What everybody should know these days, such as a holiday; it comes and goes with the content. */
export function Notice() {
  const { notice } = useSite();
  if (notice === undefined) return null;
  return (
    <aside className="notice" aria-label="Komunikat">
      <p className="wrap">{notice}</p>
    </aside>
  );
}
