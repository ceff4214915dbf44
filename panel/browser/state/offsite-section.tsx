import { Link } from "react-router";
import { api } from "../api.ts";
import { formatFully, formatNumber } from "../format.ts";
import { Button, ErrorMessage } from "../shell/button.tsx";
import { Fact } from "../shell/rows.tsx";
import { useAction } from "../shell/use-action.ts";
import { KeySection } from "./key-section.tsx";

const pauseMs = 1000;

export async function loadBackups() {
  return { ...(await (await api.backups.$get()).json()), now: Date.now() };
}

type Loaded = Awaited<ReturnType<typeof loadBackups>>;

/** Encrypted backups that leave the server: what has arrived, and the owner's key. */
export function OffsiteSection({ offsite, now }: Pick<Loaded, "offsite" | "now">) {
  const { key, last, failure, rehearsal, hasServer } = offsite;
  const { busy, error, buttonProps } = useAction();

  async function send(): Promise<void> {
    await api.backups.send.$post();
    while ((await loadBackups()).offsite.isSending) await new Promise((done) => setTimeout(done, pauseMs));
  }

  const sent =
    last && `${formatFully(last.at, now)}, ${formatNumber(last.bytes / 1e6)} MB, odczytana w całości`;
  const restored = rehearsal?.problem ?? `udana, zapytania: ${rehearsal?.enquiries ?? "w osobnej bazie"}`;
  return (
    <>
      <section className="section">
        <h2>Poza serwerem</h2>
        <p>
          Co noc program szyfruje kopię i wysyła ją na <Link to="/ustawienia/poczta">serwer kopii</Link>.
          Zalicza ją dopiero wtedy, gdy odczyta ją stamtąd w całości i jest taka sama. Otwiera ją tylko Twój
          klucz.
        </p>
        {failure ? (
          <p className="notice next" role="alert">
            <strong>{failure.problem}</strong> Próba {formatFully(failure.at, now)}. Następna w ciągu godziny.
          </p>
        ) : null}
        <dl className="facts">
          <Fact label="Ostatnia wysłana" value={sent ?? "żadna jeszcze nie wyszła"} />
          <Fact label="Stare kopie" value={last?.warning} />
          <Fact
            label="Próba przywrócenia"
            value={rehearsal ? `${formatFully(rehearsal.at, now)}: ${restored}` : "jeszcze jej nie było"}
          />
        </dl>
        {key && hasServer ? (
          <Button {...buttonProps(send)}>{busy ? "Wysyłanie i odczytywanie…" : "Wyślij kopię teraz"}</Button>
        ) : null}
        <ErrorMessage>{error}</ErrorMessage>
      </section>
      <KeySection current={key} />
    </>
  );
}
