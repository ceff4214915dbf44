import type { ProblemView } from "../../server/api.ts";
import { fieldUrl, RowLink } from "../shell/rows.tsx";

/** Problems that prevent publishing, with links to their fields. */
export function ProblemList({ problems }: { readonly problems: readonly ProblemView[] }) {
  return (
    <ul className="rows">
      {problems.map(({ trail, text, place }) => (
        <li key={trail.join("/") + text}>
          {place ? (
            <RowLink to={fieldUrl(place)}>
              <span className="trail">{trail.join(" › ")}</span>
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

export type PhotoPlace = Parameters<typeof fieldUrl>[0] & { readonly trail: readonly string[] };

/** Links to the fields that use a photograph. */
export function PlaceList({ places }: { readonly places: readonly PhotoPlace[] }) {
  return (
    <ul className="rows">
      {places.map((place) => (
        <li key={place.trail.join("/")}>
          <RowLink to={fieldUrl(place)}>{place.trail.join(" › ")}</RowLink>
        </li>
      ))}
    </ul>
  );
}
