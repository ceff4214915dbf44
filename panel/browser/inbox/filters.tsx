import { Link } from "react-router";
import { enquiryStates, stateLabels } from "../../../enquiries/owner/inbox.ts";
import { useCounts } from "../session.ts";

/** Filters the list by state, or shows the quarantine. */
export function Filters({ current }: { readonly current: string }) {
  const counts = useCounts();
  const filters = [
    { id: "", word: "wszystkie", count: 0 },
    ...enquiryStates.map((id) => ({
      id: id as string,
      word: stateLabels[id],
      count: id === "new" ? counts.new : 0,
    })),
    { id: "quarantine", word: "kwarantanna", count: counts.inQuarantine },
  ];
  return (
    <nav aria-label="Stan zapytań" className="filters">
      {filters.map(({ id, word, count }) => (
        <Link
          key={id}
          className="quiet"
          to={{ pathname: "/zapytania", search: id && `?stan=${id}` }}
          aria-current={id === current ? "true" : undefined}
        >
          {word}
          {count > 0 ? <span className="figure"> {count}</span> : null}
        </Link>
      ))}
    </nav>
  );
}
