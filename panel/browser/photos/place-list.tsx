import { fieldAddress } from "../publish/field-address.ts";
import { RowLink } from "../shell/row-link.tsx";

export type PhotoPlace = Parameters<typeof fieldAddress>[0] & { readonly trail: readonly string[] };

/** Where a photograph is used; each leads to its field. */
export function PlaceList({ places }: { readonly places: readonly PhotoPlace[] }) {
  return (
    <ul className="rows">
      {places.map((place) => (
        <li key={place.trail.join("/")}>
          <RowLink to={fieldAddress(place)}>{place.trail.join(" › ")}</RowLink>
        </li>
      ))}
    </ul>
  );
}
