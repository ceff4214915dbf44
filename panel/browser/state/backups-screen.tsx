import { useLoaderData } from "react-router";
import { ApiError, api, pause } from "../api.ts";
import { formatFully, formatNumber } from "../format.ts";
import { ActionButton } from "../shell/action.tsx";
import { Row } from "../shell/rows.tsx";
import { Screen } from "../shell/screen.tsx";
import { loadBackups, OffsiteSection } from "./offsite-section.tsx";

export const loader = loadBackups;

export function Component() {
  const { backups, offsite, now } = useLoaderData<typeof loader>();

  async function makeAndDownload(): Promise<void> {
    await api.backups.$post();
    download(await madeBackup());
  }

  return (
    <Screen title="Kopie wszystkiego" back={{ to: "/ustawienia", label: "Ustawienia" }}>
      <p>
        Jeden plik: zapytania z notatkami, treść, zdjęcia, klucze i ustawienia panelu. Serwer robi go sam co
        dzień i od razu sprawdza, czy da się go odczytać. Trzyma kopie z siedmiu dni i z czterech tygodni,
        żadnej dłużej niż 30 dni.
      </p>
      <p className="notice">
        Są w nim dane osób, które do Ciebie piszą. Trzymaj go tam, gdzie nikt inny nie zajrzy, i poza tym
        serwerem.
      </p>
      <ActionButton kind="main wide" action={makeAndDownload} working="Kopiowanie i sprawdzanie…">
        Zrób kopię i pobierz
      </ActionButton>
      {backups.length === 0 ? (
        <p className="empty">Pierwsza kopia powstanie sama w ciągu kilku minut.</p>
      ) : null}
      <ul className="rows">
        {backups.map(({ name, madeAt, bytes }) => (
          <Row
            key={name}
            about={`${formatNumber(bytes / 1e6)} MB, sprawdzona`}
            beside={
              <ActionButton kind="plain" action={() => downloadOlder(name)}>
                Pobierz<span className="visually-hidden"> kopię z {formatFully(madeAt, now)}</span>
              </ActionButton>
            }
          >
            <time>{formatFully(madeAt, now)}</time>
          </Row>
        ))}
      </ul>
      <p className="quiet">
        Na nowym serwerze wybierz przy pierwszym wejściu do panelu „Mam kopię” albo użyj polecenia{" "}
        <code>npm run restore -- PLIK.tar</code>.
      </p>
      <OffsiteSection offsite={offsite} now={now} />
    </Screen>
  );
}

/** Polls until the backup is made, because that takes longer than a request may. */
async function madeBackup(): Promise<string> {
  for (;;) {
    const { backups, isMaking, failure } = await (await api.backups.$get()).json();
    if (failure !== null) throw new ApiError(failure);
    const [newest] = backups;
    if (!isMaking && newest) return newest.name;
    await pause();
  }
}

/** Confirms the passkey first, because a download cannot prompt for it. */
async function downloadOlder(name: string): Promise<void> {
  await api.backups.allowed.$post();
  download(name);
}

const download = (name: string) => location.assign(`/panel/api/backups/${encodeURIComponent(name)}`);
