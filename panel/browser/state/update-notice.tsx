import { useRevalidator } from "react-router";
import type { Update } from "../../server/api.ts";
import { api } from "../api.ts";
import { formatFully } from "../format.ts";
import { Button, ErrorMessage } from "../shell/button.tsx";
import { useAction } from "../shell/use-action.ts";

const pollMs = 3000;
/** Root starts within a second; the rehearsal publishes the whole site once. */
const patienceMs = 15 * 60_000;

/** The new version of the program, how its installation goes and how the last one ended (C9.2). */
export function UpdateNotice({ update, now }: { readonly update: Update; readonly now: number }) {
  const { busy, error, buttonProps } = useAction();
  const { revalidate } = useRevalidator();
  const { offered, news, last, fault, checkedAt } = update;
  // A machine that went down in between says so for ever.
  const isInstalling = busy || (last?.phase === "installing" && now - Date.parse(last.at) < patienceMs);

  async function install(): Promise<void> {
    await api.state.update.$post();
    const end = Date.now() + patienceMs;
    for (let begun = false; Date.now() < end; ) {
      await new Promise((done) => setTimeout(done, pollMs));
      // The program restarts in between.
      const state = await api.state.$get().catch(() => undefined);
      const latest = state && (await state.json()).update?.last;
      begun ||= latest?.phase === "installing";
      if (latest && latest.phase !== "installing" && (begun || latest.at !== last?.at)) break;
    }
    await revalidate();
  }

  return (
    <section className="section">
      <h2>{offered ? `Jest nowa wersja: ${offered}` : "Nowe wersje"}</h2>
      {news && <p>{news}</p>}
      <p role="status">
        {isInstalling
          ? "Trwa instalacja. Strona działa cały czas, a panel na chwilę zniknie i wróci sam."
          : last?.phase === "failed"
            ? `Nowa wersja nie dała się zainstalować (${formatFully(last.at, now)}). Działa dotychczasowa, nic nie zginęło. Powód: ${faultText(last.fault)}.`
            : last?.phase === "done" &&
              !offered &&
              `Ostatnia instalacja udała się ${formatFully(last.at, now)}.`}
      </p>
      {fault ? (
        <p className="notice">
          Nie da się sprawdzić, czy jest nowa wersja ({formatFully(checkedAt, now)}): {faultText(fault)}.
        </p>
      ) : (
        !offered && <p className="quiet">Masz najnowszą. Sprawdzono {formatFully(checkedAt, now)}.</p>
      )}
      {offered && (
        <>
          <p className="quiet">
            Nowa wersja uruchomi się najpierw na próbę, na kopii danych. Gdy coś pójdzie źle, zostanie ta.
          </p>
          <Button kind="main" {...buttonProps(install)} busy={isInstalling}>
            {isInstalling ? "Instaluje się…" : "Zainstaluj teraz"}
          </Button>
        </>
      )}
      <ErrorMessage>{error}</ErrorMessage>
    </section>
  );
}

/** Faults of the repository have a word of their own; the program's own reasons are sentences. */
function faultText(fault: string): string {
  const texts: Record<string, string> = {
    away: "źródło nowych wersji nie odpowiada",
    "key-expired":
      "klucz, którym podpisane są nowe wersje, stracił ważność; napisz do osoby, która wydaje program",
    signature:
      "podpis nowych wersji się nie zgadza, więc żadna nie zostanie zainstalowana; napisz do osoby, która wydaje program",
    apt: "instalator systemu jej nie przyjął; powód jest na serwerze w pliku /var/lib/trainer-site-update/install.log",
  };
  return texts[fault] ?? fault;
}
