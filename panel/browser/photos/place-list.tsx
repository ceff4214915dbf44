import { fieldUrl } from "../publish/field-url.ts";
import { RowLink } from "../shell/row-link.tsx";

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
