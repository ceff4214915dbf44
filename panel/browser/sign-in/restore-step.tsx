import { type ChangeEvent, useState } from "react";
import { plural } from "../format.ts";
import { ActionButton, ErrorMessage } from "../shell/action-button.tsx";
import { Screen } from "../shell/screen.tsx";
import { useAction } from "../shell/use-action.ts";
import { sendBackup } from "./send-backup.ts";

type Progress = Parameters<Parameters<typeof sendBackup>[1]>[0];
type Restored = Extract<Awaited<ReturnType<typeof sendBackup>>, { kind: "restored" }>;

interface RestoreStepProps {
  readonly onBack: () => void;
  readonly onDone: () => void;
}

/** Restores a backup of another server on this one, which nobody uses yet. */
export function RestoreStep({ onBack, onDone }: RestoreStepProps) {
  const [progress, setProgress] = useState<Progress>();
  const [restored, setRestored] = useState<Restored>();
  const { busy, error, setError, run } = useAction();

  async function send(backup: File): Promise<void> {
    const end = await sendBackup(backup, setProgress).finally(() => setProgress(undefined));
    if (end.kind === "restored") setRestored(end);
    else setError(`${end.problem} Nic się nie zmieniło.`);
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
        <ActionButton kind="main wide" busy={false} onClick={onDone}>
          Przejdź do zapytań
        </ActionButton>
      </Screen>
    );
  }
  return (
    <Screen alone title="Mam kopię">
      <p>
        Wybierz plik kopii (kopia-….tar), pobrany z panelu innego serwera. Wrócą zapytania z notatkami, treść,
        zdjęcia, strona, jaką widać było w chwili kopii, klucze i ustawienia.
      </p>
      <label className="button main wide over" aria-disabled={busy}>
        Wybierz plik kopii
        <input type="file" accept=".tar,application/x-tar" onChange={choose} disabled={busy} />
      </label>
      <p role="status">{progress === undefined ? "" : wordsOfProgress(progress)}</p>
      <ErrorMessage>{error}</ErrorMessage>
      <ActionButton kind="plain" busy={busy} onClick={onBack}>
        Wróć
      </ActionButton>
    </Screen>
  );
}

function wordsOfProgress(progress: Progress): string {
  if (progress === "waiting") return "Brak połączenia. Wysyłanie pójdzie dalej, gdy wróci.";
  if (progress === "restoring") return "Sprawdzanie i przywracanie. To może potrwać kilka minut.";
  return `Wysłano ${Math.round(progress * 100)}%. Nie zamykaj tej strony.`;
}

function wordsOf({ enquiries, isPublished }: Restored): string {
  const list =
    enquiries === null
      ? "W kopii nie było bazy zapytań."
      : `Zapytania: ${enquiries} ${plural(enquiries, "przywrócone", "przywrócone", "przywróconych")}.`;
  if (isPublished === null) return `${list} Treść czeka na pierwszą publikację.`;
  return isPublished
    ? `${list} Strona wygląda jak w chwili kopii.`
    : `${list} Treść jest na miejscu, ale nie udało się jej opublikować: zrób to w panelu.`;
}
