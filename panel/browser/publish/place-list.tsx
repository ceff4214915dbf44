import type { ReactNode } from "react";
import type { ProblemView } from "../../server/api.ts";
import { fieldUrl, RowLink } from "../shell/rows.tsx";

type ListedPlace = Omit<ProblemView, "text"> & { readonly text?: string };

interface PlaceListProps {
  readonly places: readonly ListedPlace[];
  /** Shown beside the link to a place. */
  readonly beside?: (place: ListedPlace) => ReactNode;
}

/** Places of the content as links to their fields, each with what is wrong there. */
export function PlaceList({ places, beside }: PlaceListProps) {
  return (
    <ul className="rows">
      {places.map(({ trail, text = "", place, ...more }) => {
        const key = JSON.stringify(place) + trail.join("/") + text;
        return place ? (
          <RowLink key={key} to={fieldUrl(place)} beside={beside?.({ trail, text, place, ...more })}>
            <span className={text ? "trail" : undefined}>{trail.join(" › ")}</span>
            {text}
          </RowLink>
        ) : (
          <li key={key} className="row">
            {text}
          </li>
        );
      })}
    </ul>
  );
}
