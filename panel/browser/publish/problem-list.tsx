import type { ProblemView } from "../../server/api.ts";
import { RowLink } from "../shell/row-link.tsx";
import { fieldUrl } from "./field-url.ts";

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
