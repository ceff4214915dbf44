import type { ProblemView } from "../../server/api.ts";
import { fieldUrl, RowLink } from "../shell/rows.tsx";

interface PlaceListProps {
  readonly places: readonly (Omit<ProblemView, "text"> & { readonly text?: string })[];
}

/** Places of the content as links to their fields, each with what is wrong there. */
export function PlaceList({ places }: PlaceListProps) {
  return (
    <ul className="rows">
      {places.map(({ trail, text = "", place }) => (
        <li key={trail.join("/") + text}>
          {place ? (
            <RowLink to={fieldUrl(place)}>
              <span className={text ? "trail" : undefined}>{trail.join(" › ")}</span>
              {text}
            </RowLink>
          ) : (
            <p className="row">{text}</p>
          )}
        </li>
      ))}
    </ul>
  );
}
