import type { Update } from "../../server/api.ts";
import { api } from "../api.ts";
import { formatDate, formatFully } from "../format.ts";
import { Button, ErrorMessage } from "../shell/button.tsx";
import { useAction } from "../shell/use-action.ts";

const pollMs = 3000;
/** Root starts within a second; the rehearsal publishes the whole site once. */
const patienceMs = 15 * 60_000;
const keyWarningMs = 30 * 86_400_000;

/** The new version of the program, how its installation goes and how the last one ended (C9.2). */
export function UpdateNotice({ update, now }: { readonly update: Update; readonly now: number }) {
  const { busy, error, buttonProps } = useAction();
  const { offered, news, last, fault, checkedAt, keyEndsAt } = update;
  // A machine that went down in between says so for ever.
  const isInstalling = busy || (last?.phase === "installing" && now - Date.parse(last.at) < patienceMs);
  const keyEnds = Date.parse(keyEndsAt ?? "");

  async function install(): Promise<void> {
    await api.state.update.$post();
    for (const end = Date.now() + patienceMs; Date.now() < end; ) {
      await new Promise((done) => setTimeout(done, pollMs));
      // The program restarts in between.
      const state = await api.state.$get().catch(() => undefined);
      const latest = state && (await state.json()).update?.last;
      if (latest && latest.phase !== "installing" && latest.at !== last?.at) return;
    }
  }

  return (
    <section className="section">
      <h2>{offered ? `Jest nowa wersja: ${offered}` : "Nowe wersje"}</h2>
      {news && <p>{news}</p>}
      <p role="status">
        {isInstalling
          ? "Trwa instalacja. Strona działa cały czas, a panel na chwilę zniknie i wróci sam."
          : last?.phase === "failed"
            ? `Nie udało się zainstalować nowej wersji (${formatFully(last.at, now)}). Działa dotychczasowa, nic nie zginęło. Powód: ${faultText(last.fault)}.`
            : last && `Ostatnia instalacja udała się ${formatFully(last.at, now)}.`}
      </p>
      <p className="quiet">
        {fault
          ? `Nie da się sprawdzić, czy jest nowa wersja: ${faultText(fault)}.`
          : offered
            ? "Uruchomi się najpierw na próbę, na kopii danych. Gdy coś pójdzie źle, zostanie obecna."
            : `Masz najnowszą. Sprawdzono ${formatFully(checkedAt, now)}.`}
      </p>
      {keyEnds > now && keyEnds < now + keyWarningMs && (
        <p className="notice">
          Klucz, którym są podpisane nowe wersje, straci ważność {formatDate(keyEnds)}. Jeśli do tego czasu
          żadna się nie zainstaluje, napisz do osoby, która wydaje program.
        </p>
      )}
      {offered && (
        <Button kind="main" {...buttonProps(install)} busy={isInstalling}>
          Zainstaluj teraz
        </Button>
      )}
      <ErrorMessage>{error}</ErrorMessage>
    </section>
  );
}

const faults: Record<string, string> = {
  away: "ich źródło nie odpowiada",
  "key-expired": "klucz, którym są podpisane, stracił ważność; napisz do osoby, która wydaje program",
  signature:
    "ich podpis się nie zgadza, więc żadna się nie zainstaluje; napisz do osoby, która wydaje program",
  apt: "powód jest na serwerze, w pliku /var/lib/trainer-site-update/install.log",
};

/** The program's own reasons are sentences. */
const faultText = (fault: string) => faults[fault] ?? fault;
