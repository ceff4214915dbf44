import { useSite } from "./site.tsx";

/** A temporary notice from the content, such as a holiday. */
export function Notice() {
  const { notice } = useSite();
  if (notice === undefined) return null;
  return (
    <aside className="notice" aria-label="Komunikat">
      <p className="wrap">{notice}</p>
    </aside>
  );
}
