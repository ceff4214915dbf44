import { type ChangeEvent, useEffect, useState } from "react";
import { Link, useLoaderData } from "react-router";
import { DefinitionList } from "../../../app/ui/definition-list.tsx";
import { backupFacts } from "../../server/backups/backup-facts.ts";
import { ApiError, api, call, pause, UserFacingError } from "../api.ts";
import { hashOf, retryUntilAnswered, sendPart } from "../files.ts";
import { formatFully } from "../format.ts";
import { decrypt, KeyInput } from "../shell/backup-key.tsx";
import { Button, ErrorMessage, useAction } from "../shell/button.tsx";
import { Screen, Section } from "../shell/screen.tsx";

export const loader = async () => (await api.restore.$get()).json();

/** The screen follows the server by itself. */
export const shouldRevalidate = () => false;

/** Restores a backup of another server on this new one. Whoever comes back finds how far it is. */
export function Component() {
  const { state: begun } = useLoaderData<typeof loader>();
  const [progress, setProgress] = useState("");
  const [state, setState] = useState<RestoreState | undefined>(begun.kind === "idle" ? undefined : begun);
  const [encrypted, setEncrypted] = useState<File>();
  const { busy, error, run } = useAction();

  const follow = (work: Promise<RestoreState>) => work.then(setState).finally(() => setProgress(""));

  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is under way when the screen is opened
  useEffect(() => {
    if (begun.kind !== "checking" && begun.kind !== "restoring") return;
    setProgress(begun.kind === "checking" ? checkingText : restoringText);
    void run(() => follow(nextState()));
  }, []);

  function choose({ target }: ChangeEvent<HTMLInputElement>): void {
    const [backup] = target.files ?? [];
    // Allows choosing the same file again.
    target.value = "";
    if (busy) return;
    setState(undefined);
    setEncrypted(undefined);
    if (backup?.name.endsWith(".age")) void run(async () => {}).then(() => setEncrypted(backup));
    else if (backup) void run(() => follow(sendBackup(backup, setProgress)));
  }

  /** The key stays in this browser. */
  function open(key: string | undefined): void {
    setProgress("Otwieranie kopii kluczem.");
    void run(async () => {
      const plain = encrypted && key && (await decrypt(encrypted, key).catch(() => undefined));
      setProgress("");
      if (!plain) throw new UserFacingError("Ten klucz nie otwiera tej kopii albo jej plik jest uszkodzony.");
      // Name and time stay the same, so that an interrupted upload resumes.
      const { name, lastModified } = encrypted;
      return follow(sendBackup(new File([plain], name, { lastModified }), setProgress));
    });
  }

  if (state?.kind === "restored") {
    return (
      <Screen title="Przywrócono">
        <p role="status">{restoredText(state)}</p>
        <p>
          {state.database
            ? "Klucze i kody zapasowe działają jak dawniej; na pozostałych urządzeniach trzeba wejść jeszcze raz."
            : "Kluczy i kodów zapasowych w tej kopii nie było: utwórz nowe."}{" "}
          Hasło skrzynki, serwer kopii, adres alarmu i adres, na który przychodzą zapytania, z kopii nie
          wracają: wpisz je („Stan”, „Ustawienia”, „Poczta i dane”).
        </p>
        {state.database ? null : (
          <Button kind="wide" onClick={() => setState(undefined)}>
            Wybierz inną kopię
          </Button>
        )}
        <Link className="button main wide" to="/">
          Przejdź do panelu
        </Link>
      </Screen>
    );
  }
  if (state?.kind === "checked") {
    const restore = () => void run(() => follow(restoreBackup(state.key, setProgress)));
    return (
      <Screen title="Czy to Twoja kopia?">
        <p>Przywróć ją tylko wtedy, gdy wszystko poniżej poznajesz. Strona uruchomi się wtedy ponownie.</p>
        <DefinitionList rows={backupFacts(state.summary, formatFully)} />
        <Button kind="main wide" busy={busy} onClick={restore}>
          Przywróć tę kopię
        </Button>
        <p role="status">{progress}</p>
        <ErrorMessage>{error}</ErrorMessage>
        <Button kind="plain" busy={busy} onClick={() => setState(undefined)}>
          Wybierz inną
        </Button>
      </Screen>
    );
  }
  const problem = state?.kind === "refused" ? state.problem : state?.kind === "idle" && interruptedText;
  return (
    <Screen title="Mam kopię" back={{ to: "/poczatek", label: "Wróć" }}>
      <p>
        Wybierz plik kopii: kopia-….tar, pobrany z panelu innego serwera, albo zaszyfrowany kopia-….tar.age z
        serwera kopii. Wrócą zapytania z notatkami, treść, zdjęcia, strona, jaką widać było w chwili kopii,
        klucze i ustawienia. Zanim cokolwiek się zmieni, zobaczysz, co w niej jest.
      </p>
      <label className="button main wide over" aria-disabled={busy}>
        Wybierz plik kopii
        <input type="file" accept=".tar,.age,application/x-tar" onChange={choose} aria-disabled={busy} />
      </label>
      {encrypted ? (
        <Section title="Klucz do kopii">
          <p>Ta kopia jest zaszyfrowana. Otworzy ją Twój klucz, tu, w przeglądarce: na serwer nie trafi.</p>
          <KeyInput busy={busy} onKey={open} />
        </Section>
      ) : null}
      <p role="status">{progress}</p>
      <ErrorMessage>{error ?? (problem && !busy && `${problem} Nic się nie zmieniło.`)}</ErrorMessage>
    </Screen>
  );
}

function restoredText({ database, isPublished }: Extract<RestoreState, { kind: "restored" }>): string {
  const list = database ? `Przywrócone zapytania: ${database.enquiries}.` : "W kopii nie było bazy zapytań.";
  if (isPublished === undefined) return `${list} Treść czeka na pierwszą publikację.`;
  return isPublished
    ? `${list} Strona wygląda jak w chwili kopii.`
    : `${list} Treść jest na miejscu, ale nie udało się jej opublikować: zrób to w panelu.`;
}

/** The server waits 30 s for a part, so 0.14 Mbit/s is enough. */
const partBytes = 512 * 1024;

const checkingText = "Sprawdzanie kopii. To może potrwać kilka minut.";
const restoringText = "Strona uruchamia się ponownie i przywraca kopię.";
const interruptedText = "Serwer przerwał pracę. Wybierz plik jeszcze raz.";

type OnProgress = (text: string) => void;
type RestoreState = Awaited<ReturnType<typeof loader>>["state"];

/** Uploads a full backup in parts, resumes after a lost connection, and waits until it has been checked. */
async function sendBackup(backup: File, onProgress: OnProgress) {
  if (backup.size === 0) throw new UserFacingError("Ten plik jest pusty: nie pobrał się do końca.");
  const url = `/panel/api/restore/${await keyOf(backup)}`;
  await retry(() => sendRest(backup, url, onProgress), onProgress);
  onProgress(checkingText);
  await retry(() => call(url, { method: "POST" }), onProgress);
  return nextState();
}

/** Restores a checked backup. The server restarts meanwhile. */
async function restoreBackup(key: string, onProgress: OnProgress) {
  const confirm = () => call(`/panel/api/restore/${key}/confirm`, { method: "POST" });
  onProgress(restoringText);
  await retry(confirm, onProgress).catch((error) => {
    // If the response to the first call was lost, the restore has begun and the panel has an owner.
    if (!(error instanceof ApiError && error.code === "has-owner")) throw error;
  });
  return nextState();
}

/** What the server has, once it neither checks nor restores. */
async function nextState() {
  for (;;) {
    // Retries, because the server does not respond while it restarts.
    const { state } = await (await retryUntilAnswered(() => api.restore.$get())).json();
    if (state.kind !== "checking" && state.kind !== "restoring") return state;
    await pause();
  }
}

function retry<Result>(step: () => Promise<Result>, onProgress: OnProgress): Promise<Result> {
  return retryUntilAnswered(step, () => onProgress("Brak połączenia. Wysyłanie pójdzie dalej, gdy wróci."));
}

async function sendRest(backup: File, url: string, onProgress: OnProgress): Promise<void> {
  let { received } = (await (await call(url)).json()) as { received: number };
  while (received < backup.size) {
    // In steps of five, because screen readers announce each change.
    onProgress(`Wysłano ${Math.floor((20 * received) / backup.size) * 5}%. Nie zamykaj tej strony.`);
    const query = { from: String(received), size: String(backup.size) };
    const part = backup.slice(received, received + partBytes);
    ({ received } = (await sendPart(url, query, part)) as { received: number });
  }
}

/** Identifies a file without reading it. */
function keyOf({ name, size, lastModified }: File): Promise<string> {
  return hashOf(new TextEncoder().encode(JSON.stringify([name, size, lastModified])));
}
