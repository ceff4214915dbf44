import { type ChangeEvent, useState } from "react";
import { formatFully, plural } from "../format.ts";
import { Button, ErrorMessage } from "../shell/button.tsx";
import { Fact } from "../shell/rows.tsx";
import { Screen } from "../shell/screen.tsx";
import { useAction } from "../shell/use-action.ts";
import { type Progress, restoreBackup, sendBackup } from "./send-backup.ts";

type Checked = Extract<Awaited<ReturnType<typeof sendBackup>>, { kind: "checked" }>;
type Summary = Checked["summary"];
type Restored = Extract<Awaited<ReturnType<typeof restoreBackup>>, { kind: "restored" }>;

interface RestoreStepProps {
  readonly onBack: () => void;
  readonly onDone: () => void;
}

/** Restores a backup of another server on this one, which nobody uses yet. */
export function RestoreStep({ onBack, onDone }: RestoreStepProps) {
  const [progress, setProgress] = useState<Progress>();
  const [checked, setChecked] = useState<Checked>();
  const [restored, setRestored] = useState<Restored>();
  const { busy, error, setError, run, buttonProps } = useAction();

  const refuse = (problem: string) => setError(`${problem} Nic się nie zmieniło.`);
  const endProgress = () => setProgress(undefined);

  async function send(backup: File): Promise<void> {
    const end = await sendBackup(backup, setProgress).finally(endProgress);
    if (end.kind === "checked") setChecked(end);
    else refuse(end.problem);
  }

  async function restore({ key }: Checked): Promise<void> {
    const end = await restoreBackup(key, setProgress).finally(endProgress);
    setChecked(undefined);
    if (end.kind === "restored") setRestored(end);
    else refuse(end.problem);
  }

  function choose({ target }: ChangeEvent<HTMLInputElement>): void {
    const [backup] = target.files ?? [];
    // Allows choosing the same file again.
    target.value = "";
    if (backup) void run(() => send(backup));
  }

  if (restored) {
    return (
      <Screen alone title="Przywrócono">
        <p role="status">{wordsOf(restored)}</p>
        <p>
          Klucze i kody zapasowe działają jak dawniej; na pozostałych urządzeniach trzeba wejść jeszcze raz.
          Hasła skrzynki pocztowej w kopii nie ma: wpisz je w „Stan”, „Ustawienia poczty i danych”.
        </p>
        <Button kind="main wide" onClick={onDone}>
          Przejdź do zapytań
        </Button>
      </Screen>
    );
  }
  if (checked) {
    return (
      <Screen alone title="Czy to Twoja kopia?">
        <p>Przywróć ją tylko wtedy, gdy wszystko poniżej poznajesz. Strona uruchomi się wtedy ponownie.</p>
        <BackupSummary summary={checked.summary} />
        <Button kind="main wide" {...buttonProps(() => restore(checked))}>
          Przywróć tę kopię
        </Button>
        <p role="status">{progress === undefined ? "" : wordsOfProgress(progress)}</p>
        <ErrorMessage>{error}</ErrorMessage>
        <Button kind="plain" busy={busy} onClick={() => setChecked(undefined)}>
          Wybierz inną
        </Button>
      </Screen>
    );
  }
  return (
    <Screen alone title="Mam kopię">
      <p>
        Wybierz plik kopii (kopia-….tar), pobrany z panelu innego serwera. Wrócą zapytania z notatkami, treść,
        zdjęcia, strona, jaką widać było w chwili kopii, klucze i ustawienia. Zanim cokolwiek się zmieni,
        zobaczysz, co w niej jest.
      </p>
      <label className="button main wide over" aria-disabled={busy}>
        Wybierz plik kopii
        <input type="file" accept=".tar,application/x-tar" onChange={choose} disabled={busy} />
      </label>
      <p role="status">{progress === undefined ? "" : wordsOfProgress(progress)}</p>
      <ErrorMessage>{error}</ErrorMessage>
      <Button kind="plain" busy={busy} onClick={onBack}>
        Wróć
      </Button>
    </Screen>
  );
}

function BackupSummary({ summary: { madeAt, database, settings } }: { readonly summary: Summary }) {
  const { SMTP_URL, MAIL_FROM } = settings.kept;
  const { host, username } = SMTP_URL === undefined ? {} : new URL(SMTP_URL);
  const mailbox = [host, username && decodeURIComponent(username), MAIL_FROM].filter(Boolean);
  return (
    <dl className="facts">
      <Fact label="Zrobiona" value={madeAt ? formatFully(madeAt, Date.now()) : "nie wiadomo kiedy"} />
      <Fact label="Zapytania" value={database ? String(database.enquiries) : "w tej kopii ich nie ma"} />
      <Fact
        label="Do panelu wejdą"
        value={database && [...database.passkeys, codesOf(database.recoveryCodes)].join(", ")}
      />
      <Fact label="Poczta" value={mailbox.join(", ") || "bez ustawień"} />
      <Fact
        label="Nie wróci"
        value={settings.leftOut.includes("MAIL_TO") && "adres, na który przychodzą zapytania"}
      />
    </dl>
  );
}

const codesOf = (count: number) =>
  count === 0
    ? "bez kodów zapasowych"
    : `${count} ${plural(count, "kod zapasowy", "kody zapasowe", "kodów zapasowych")}`;

function wordsOfProgress(progress: Progress): string {
  if (progress === "waiting") return "Brak połączenia. Wysyłanie pójdzie dalej, gdy wróci.";
  if (progress === "checking") return "Sprawdzanie kopii. To może potrwać kilka minut.";
  if (progress === "restoring") return "Strona uruchamia się ponownie i przywraca kopię.";
  return `Wysłano ${Math.round(progress * 100)}%. Nie zamykaj tej strony.`;
}

function wordsOf({ database, isPublished }: Restored): string {
  const list = database
    ? `Zapytania: ${database.enquiries} ${plural(database.enquiries, "przywrócone", "przywrócone", "przywróconych")}.`
    : "W kopii nie było bazy zapytań.";
  if (isPublished === undefined) return `${list} Treść czeka na pierwszą publikację.`;
  return isPublished
    ? `${list} Strona wygląda jak w chwili kopii.`
    : `${list} Treść jest na miejscu, ale nie udało się jej opublikować: zrób to w panelu.`;
}
