import { useRef, useState } from "react";
import { Link, useLoaderData } from "react-router";
import { DefinitionList } from "../../../app/ui/definition-list.tsx";
import { ApiError, api, pause, UserFacingError } from "../api.ts";
import { saveFile } from "../files.ts";
import { formatDate, formatFully, formatNumber } from "../format.ts";
import { createKey, decrypt, KeyInput, recipientOf } from "../shell/backup-key.tsx";
import { ActionButton, Button, ErrorMessage, StatusMessage, useAction } from "../shell/button.tsx";
import { Row, Screen, Section } from "../shell/screen.tsx";

export const loader = async () => (await api.backups.$get()).json();

type Offsite = NonNullable<Awaited<ReturnType<typeof loader>>["offsite"]>;

export function Component() {
  const { backups, offsite, hasDatabase } = useLoaderData<typeof loader>();
  const made = useRef<string>(undefined);

  async function makeAndDownload(): Promise<void> {
    // Kept, because the action runs again if the passkey has to be confirmed once more.
    made.current ??= await makeBackup();
    await download(made.current);
    made.current = undefined;
  }

  return (
    <Screen title="Kopie wszystkiego" back={{ to: "/ustawienia", label: "Ustawienia" }}>
      <p>
        {hasDatabase
          ? "Jeden plik: zapytania z notatkami, treść, zdjęcia, klucze i ustawienia panelu."
          : "Jeden plik: treść, zdjęcia i ustawienia panelu. Zapytań, terminów i kluczy w nim nie ma: są w osobnej bazie, a jej kopie robi osoba, która opiekuje się serwerem."}{" "}
        Serwer tworzy ten plik sam co dzień i od razu sprawdza, czy da się go odczytać. Trzyma kopie z siedmiu
        dni i z czterech tygodni, żadnej dłużej niż 30 dni.
      </p>
      <p className="notice">
        {hasDatabase ? "Są w nim dane osób, które do Ciebie piszą." : "Są w nim zgody osób ze zdjęć."} Trzymaj
        go tam, gdzie nikt inny nie zajrzy, i poza tym serwerem.
      </p>
      <ActionButton kind="main wide" action={makeAndDownload} working="Kopiowanie i sprawdzanie…">
        Zrób kopię i pobierz
      </ActionButton>
      {backups.length === 0 && <p className="empty">Pierwsza kopia powstanie sama w ciągu kilku minut.</p>}
      <ul className="rows">
        {backups.map(({ name, madeAt, bytes }) => (
          <Row
            key={name}
            about={`${formatNumber(bytes / 1e6)} MB, sprawdzona`}
            beside={
              <ActionButton kind="plain" action={() => download(name)}>
                Pobierz<span className="visually-hidden"> kopię zrobioną {formatFully(madeAt)}</span>
              </ActionButton>
            }
          >
            <time>{formatFully(madeAt)}</time>
          </Row>
        ))}
      </ul>
      <p className="quiet">
        Na nowym serwerze wybierz przy pierwszym wejściu do panelu „Mam kopię” albo użyj polecenia{" "}
        <code>npm run restore</code> <code>-- PLIK.tar</code>.
      </p>
      {offsite ? (
        <OffsiteSection offsite={offsite} />
      ) : (
        <ErrorMessage>
          Kopie nie wychodzą teraz poza serwer: program nie może odczytać pliku offsite-backups.json. Naprawi
          to osoba, która opiekuje się serwerem.
        </ErrorMessage>
      )}
    </Screen>
  );
}

/** Polls until the backup is made, because that takes longer than a request may. */
async function makeBackup(): Promise<string> {
  await api.backups.$post();
  for (;;) {
    const { newest, isMaking, failure } = await loader();
    if (failure !== null) throw new ApiError(failure);
    if (!isMaking && newest) return newest;
    await pause();
  }
}

/** Confirms the passkey first, because a download cannot prompt for it. */
async function download(name: string): Promise<void> {
  await api.backups.allowed.$post();
  location.assign(`/panel/api/backups/${encodeURIComponent(name)}`);
}

function OffsiteSection({ offsite }: { readonly offsite: Offsite }) {
  const { key, last, failure, rehearsal, hasServer } = offsite;

  async function send(): Promise<void> {
    await api.backups.send.$post();
    while ((await loader()).offsite?.isSending) await pause();
  }

  const sent = last && `${formatFully(last.at)}, ${formatNumber(last.bytes / 1e6)} MB, odczytana w całości`;
  const result = rehearsal?.problem ?? `udana, zapytania: ${rehearsal?.enquiries ?? "w osobnej bazie"}`;
  const restored = rehearsal && `${formatFully(rehearsal.at)}: ${result}`;
  return (
    <>
      <Section title="Poza serwerem">
        <p>
          Co noc program szyfruje kopię i wysyła ją na <Link to="/ustawienia/poczta">serwer kopii</Link>.
          Zalicza ją dopiero wtedy, gdy odczyta ją stamtąd w całości i okaże się, że jest taka sama. Otwiera
          ją tylko Twój klucz.
        </p>
        {failure && key && hasServer ? (
          <p className="notice next" role="alert">
            <strong>{failure.problem}</strong> Próba {formatFully(failure.at)}. Następna w ciągu godziny.
          </p>
        ) : null}
        <DefinitionList
          rows={[
            ["Ostatnia wysłana", sent ?? "żadna jeszcze nie wyszła"],
            ["Stare kopie", last?.warning],
            ["Próba przywrócenia", restored ?? "jeszcze jej nie było"],
          ]}
        />
        {key && hasServer ? (
          <ActionButton action={send} working="Wysyłanie i odczytywanie…">
            Wyślij kopię teraz
          </ActionButton>
        ) : null}
      </Section>
      <KeySection current={key} />
    </>
  );
}

/** Creates the owner's key. The owner saves it and proves it by decrypting a test file, again every half year. */
function KeySection({ current }: { readonly current: Offsite["key"] }) {
  const [created, setCreated] = useState<string>();
  const [status, setStatus] = useState("");
  const { busy, error, run } = useAction();

  async function prove(key: string | undefined): Promise<void> {
    setStatus("");
    const expected = created === undefined ? current?.recipient : await recipientOf(created);
    const recipient = key && (await recipientOf(key).catch(() => undefined));
    if (!key || !recipient || (expected !== undefined && recipient !== expected))
      throw new UserFacingError("To nie ten klucz albo jest w nim literówka.");
    const { file } = await (await api.backups.challenge.$post({ json: { recipient } })).json();
    const bytes = Uint8Array.from(atob(file), (character) => character.charCodeAt(0));
    const answer = await (await decrypt(new Blob([bytes]), key)).text();
    await api.backups.key.$post({ json: { recipient, answer } });
    setCreated(undefined);
    setStatus("Klucz działa: otworzył plik próbny.");
  }

  return (
    <Section title="Klucz do wysłanych kopii">
      <p>
        {current
          ? `Sprawdzony ${formatDate(current.provenAt)}. Co pół roku panel pyta, czy dalej go masz: wybierz plik z kluczem, a panel otworzy nim plik próbny.`
          : "Powstaje w tej przeglądarce i zostaje u Ciebie. Bez niego nikt nie otworzy kopii. Jeśli masz już klucz z innego serwera, po prostu go wybierz."}
      </p>
      {created ? (
        <NewKey created={created} />
      ) : (
        <div className="actions">
          <ActionButton action={async () => setCreated(await createKey())}>
            {current ? "Utwórz nowy klucz" : "Utwórz klucz"}
          </ActionButton>
        </div>
      )}
      <KeyInput busy={busy} onKey={(key) => void run(() => prove(key))} />
      <StatusMessage>{status}</StatusMessage>
      <ErrorMessage>{error}</ErrorMessage>
    </Section>
  );
}

function NewKey({ created }: { readonly created: string }) {
  // The program age takes such lines as comments.
  const text = `# Klucz do kopii strony ${location.host}\n# Bez niego kopii nie otworzy nikt. Trzymaj go w dwóch miejscach, poza serwerem.\n\n${created}\n`;
  const save = () => saveFile(new Blob([text], { type: "text/plain" }), "klucz-do-kopii.txt");
  return (
    <>
      <p>
        Zapisz plik albo wydrukuj tę stronę i schowaj w dwóch miejscach. Potem wybierz zapisany plik: klucz
        zacznie działać, gdy otworzy plik próbny. Starsze kopie dalej otwiera poprzedni.
      </p>
      <p className="codes">
        {created.match(/.{1,16}/g)?.map((part) => (
          <span key={part}>{part}</span>
        ))}
      </p>
      <div className="actions">
        <Button onClick={save}>Zapisz plik</Button>
        <Button onClick={() => print()}>Drukuj</Button>
      </div>
    </>
  );
}
