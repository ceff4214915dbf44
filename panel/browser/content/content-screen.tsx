import "./content.css";
import { Link, useLoaderData } from "react-router";
import { api } from "../api.ts";
import { plural } from "../format.ts";
import { Screen } from "../shell/screen.tsx";
import { SaveLine } from "./save-line.tsx";

export async function loader() {
  return (await api.content.$get()).json();
}

/** Everything that the site says, a page each. */
export function Component() {
  const { files } = useLoaderData<typeof loader>();
  return (
    <Screen title="Treść">
      <SaveLine />
      <ul className="rows content-files">
        {files.map(({ name, label, problems }) => (
          <li key={name}>
            <Link className="row" to={`/tresc/${name}`}>
              <span>
                {label}
                {problems > 0 ? (
                  <span className="mark">
                    {" "}
                    {problems} {plural(problems, "miejsce", "miejsca", "miejsc")} do poprawienia
                  </span>
                ) : null}
              </span>
              <span aria-hidden="true">→</span>
            </Link>
          </li>
        ))}
      </ul>
    </Screen>
  );
}
