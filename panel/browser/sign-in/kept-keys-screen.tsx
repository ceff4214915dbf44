import { useState } from "react";
import { replace, useLoaderData } from "react-router";
import { api } from "../api.ts";
import { formatDate, formatFully } from "../format.ts";
import { returnPath } from "../session.ts";
import { ActionForm } from "../shell/button.tsx";
import { Check } from "../shell/inputs.tsx";
import { Screen } from "../shell/screen.tsx";

/** Redirects to the previous screen once no key is suspended. */
export async function loader({ url }: { url: URL }) {
  const keys = await (await api.passkeys.suspended.$get()).json();
  if (keys.length === 0) throw replace(returnPath(url.search));
  return keys;
}

/** Asks after a recovery or a link from the server which passkeys stay. None is preselected, because one may be on a lost phone. */
export function Component() {
  const keys = useLoaderData<typeof loader>();
  const [kept, setKept] = useState<readonly string[]>([]);

  const toggle = (id: string, isKept: boolean) =>
    setKept(isKept ? [...kept, id] : kept.filter((other) => other !== id));

  return (
    <Screen title="Które klucze zostają?">
      <p>
        Po wejściu linkiem wszystkie dotychczasowe klucze są wstrzymane i nikogo nie wpuszczą. Zaznacz
        urządzenia, które nadal masz. Zgubionego nie zaznaczaj: jego klucz zniknie.
      </p>
      <ActionForm
        action={() => api.passkeys.suspended.$put({ json: { kept: [...kept] } })}
        submit={decisionOf(kept.length, keys.length)}
        kind="main wide"
      >
        <ul className="rows">
          {keys.map(({ id, name, createdAt, lastUsedAt }) => (
            <li key={id}>
              <Check checked={kept.includes(id)} onChange={(isKept) => toggle(id, isKept)}>
                <span>
                  {name}
                  <span className="quiet">
                    {lastUsedAt ? `ostatnio użyty ${formatFully(lastUsedAt)}` : "jeszcze nieużyty"}
                  </span>
                  <span className="quiet">utworzony {formatDate(createdAt)}</span>
                </span>
              </Check>
            </li>
          ))}
        </ul>
      </ActionForm>
    </Screen>
  );
}

function decisionOf(kept: number, all: number): string {
  if (all === 1) return kept === 1 ? "Zostaw ten klucz" : "Usuń ten klucz";
  if (kept === 0) return "Usuń wszystkie klucze";
  return kept === all ? "Zostaw wszystkie klucze" : "Zostaw zaznaczone, usuń pozostałe";
}
