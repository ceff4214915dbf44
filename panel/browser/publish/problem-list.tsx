import { Link } from "react-router";
import type { ProblemView } from "../../server/api.ts";
import { fieldAddress } from "./field-address.ts";

/** What stands against publishing; each leads to its field. */
export function ProblemList({ problems }: { readonly problems: readonly ProblemView[] }) {
  return (
    <ul className="rows">
      {problems.map(({ trail, text, place }) => (
        <li key={trail.join("/") + text}>
          {place ? (
            <Link className="row" to={fieldAddress(place)}>
              <span>
                <span className="trail">{trail.join(" › ")}</span>
                {text}
              </span>
              <span aria-hidden="true">→</span>
            </Link>
          ) : (
            <p className="row">{text}</p>
          )}
        </li>
      ))}
    </ul>
  );
}
