import { useLoaderData } from "react-router";
import { api } from "../api.ts";
import { formatFully, formatNumber } from "../format.ts";
import { withFreshIdentity } from "../passkey.ts";
import { ActionButton, Problem } from "../shell/action-button.tsx";
import { Screen } from "../shell/screen.tsx";
import { useAction } from "../shell/use-action.ts";

export async function loader() {
  return { ...(await (await api.copies.$get()).json()), now: Date.now() };
}

/** The copies of everything, and the way to take one away. */
export function Component() {
  const { copies, now } = useLoaderData<typeof loader>();
  const { busy, problem, buttonProps } = useAction(withFreshIdentity);

  async function makeAndTake(): Promise<void> {
    take((await (await api.copies.$post()).json()).name);
  }

  return (
    <Screen title="Kopie wszystkiego" back={{ to: "/stan", label: "Stan" }}>
      <p>
        Jeden plik: zapytania z notatkami, treść, zdjęcia, klucze i ustawienia panelu. Serwer robi go sam co
        dzień i od razu sprawdza, czy da się go odczytać. Trzyma kopie z siedmiu dni i z czterech tygodni.
      </p>
      <p className="notice">
        Są w nim dane osób, które do Ciebie piszą. Trzymaj go tam, gdzie nikt inny nie zajrzy, i poza tym
        serwerem.
      </p>
      <ActionButton kind="main wide" {...buttonProps(makeAndTake)}>
        {busy ? "Kopiowanie i sprawdzanie…" : "Zrób kopię i pobierz"}
      </ActionButton>
      <Problem>{problem}</Problem>
      {copies.length === 0 ? (
        <p className="empty">Pierwsza kopia powstanie sama w ciągu kilku minut.</p>
      ) : null}
      <ul className="rows">
        {copies.map(({ name, madeAt, bytes }) => (
          <li key={name} className="row">
            <div>
              <p>
                <time>{formatFully(madeAt, now)}</time>
              </p>
              <p className="quiet">{formatNumber(bytes / 1e6)} MB, sprawdzona</p>
            </div>
            <ActionButton kind="plain" {...buttonProps(() => takeOlder(name))}>
              Pobierz<span className="visually-hidden"> kopię z {formatFully(madeAt, now)}</span>
            </ActionButton>
          </li>
        ))}
      </ul>
      <p className="quiet">
        Na nowym serwerze wybierz przy pierwszym wejściu do panelu „Mam kopię” albo użyj polecenia{" "}
        <code>npm run restore -- PLIK.tar</code>.
      </p>
    </Screen>
  );
}

/** Asks first whether this device may, because a download cannot ask for the passkey. */
async function takeOlder(name: string): Promise<void> {
  await api.copies.allowed.$post();
  take(name);
}

function take(name: string): void {
  location.assign(`/panel/api/copies/${encodeURIComponent(name)}`);
}
