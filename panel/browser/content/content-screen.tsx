import "./content.css";
import { Link, useLoaderData } from "react-router";
import { api } from "../api.ts";
import { plural } from "../format.ts";
import { fieldAddress } from "../publish/field-address.ts";
import { Screen } from "../shell/screen.tsx";
import { SaveLine } from "./save-line.tsx";

export async function loader() {
  return (await api.content.$get()).json();
}

/** Everything that the site says, a page each. */
export function Component() {
  const { files, todos } = useLoaderData<typeof loader>();
  return (
    <Screen title="Treść">
      <SaveLine />
      <StartList todos={todos} />
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

/** What there is to do before the site goes live, until all of it is done. */
function StartList({ todos }: Pick<Awaited<ReturnType<typeof loader>>, "todos">) {
  const done = todos.filter(({ left }) => left === 0);
  if (done.length === todos.length) return null;
  return (
    <details className="start-list">
      <summary className="figure">
        Zacznij tutaj: zrobione {done.length} z {todos.length}
      </summary>
      <p className="quiet">Każdy punkt prowadzi do swojego miejsca i sam się odhacza.</p>
      <ul className="rows">
        {todos.map(({ label, left, place, screen }) => (
          <li key={label}>
            <Link className="row" to={place ? fieldAddress(place) : (screen ?? "/stan")}>
              <span className={left === 0 ? "done" : undefined}>
                <span className="tick" aria-hidden="true">
                  {left === 0 ? "✓" : ""}
                </span>
                {label}
                {left === 0 ? <span className="visually-hidden">: zrobione</span> : null}
                {left > 1 ? <span className="quiet figure"> zostało: {left}</span> : null}
              </span>
              <span aria-hidden="true">→</span>
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
