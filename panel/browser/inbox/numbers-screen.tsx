import { useState } from "react";
import { Link, useLoaderData } from "react-router";
import { api } from "../api.ts";
import { formatDate, plural } from "../format.ts";
import { saveFile } from "../save-file.ts";
import { Button, ErrorMessage } from "../shell/button.tsx";
import { Screen } from "../shell/screen.tsx";
import { useAction } from "../shell/use-action.ts";
import { FourAnswers, FunnelChart } from "./funnel-chart.tsx";
import { WeekChart } from "./week-chart.tsx";

export async function loader() {
  return (await api.enquiries.stats.$get()).json();
}

/** Whether people come, write, are answered in time and stay, over a week or a year (C6.1, P3.4). */
export function Component() {
  const { weeks, goals, ends, funnels, countedSince, isCounted, ...times } = useLoaderData<typeof loader>();
  const [period, setPeriod] = useState<keyof typeof funnels>("week");
  const funnel = funnels[period];
  const total = funnels.year.wrote;
  const median = times.medianMinutesToFirstContact;
  return (
    <Screen title="Liczby" back={{ to: "/zapytania", label: "Zapytania" }}>
      <fieldset className="choice">
        <legend className="visually-hidden">Okres</legend>
        {(["week", "year"] as const).map((one) => (
          <label key={one} className="button over">
            <input type="radio" name="period" checked={period === one} onChange={() => setPeriod(one)} />
            {one === "week" ? "Ostatnie 7 dni" : "Rok"}
          </label>
        ))}
      </fieldset>
      <FourAnswers funnel={funnel} isCounted={isCounted} />
      <section className="section">
        <h2>Od wejścia do treningu</h2>
        <FunnelChart funnel={funnel} isCounted={isCounted} />
        <NotCounted isCounted={isCounted} since={countedSince} />
      </section>
      <section className="section">
        <h2>Tydzień po tygodniu</h2>
        <WeekChart weeks={weeks} />
        <p>
          {total} {plural(total, "zapytanie", "zapytania", "zapytań")} w ciągu roku.{" "}
          {median === null
            ? "Czas do pierwszego kontaktu pojawi się, gdy zapytania przejdą na etap „w kontakcie”."
            : `Połowa osób czeka na pierwszy kontakt krócej niż ${duration(median)}.`}
        </p>
      </section>
      <section className="section">
        <h2>Co z nich wynikło</h2>
        <Counts
          counts={[
            ["klienci", ends.client],
            ["nie teraz", ends["not-now"]],
            ["nie", ends.no],
            ["w toku", ends.open],
            ["nieobecność na spotkaniu", ends.missed],
          ]}
        />
      </section>
      <section className="section">
        <h2>O co pytają</h2>
        <Counts counts={goals.map(({ goal, enquiries }) => [goal ?? "bez tematu", enquiries])} />
      </section>
      <Export />
    </Screen>
  );
}

/** The figures mean little without what is left out of them. */
function NotCounted({ isCounted, since }: { readonly isCounted: boolean; readonly since: string | null }) {
  return isCounted ? (
    <p className="quiet">
      {since && `Wejścia liczymy od ${formatDate(since)}. `}Wejście to początek wizyty. Nie liczymy robotów,
      odświeżania, przechodzenia między podstronami (także do formularza), starszych przeglądarek ani czytania
      bez sieci. „Inne” to także adres wpisany ręcznie, zakładka i odnośnik z wiadomości. Pozostałe liczby
      dotyczą osób, które napisały w tym czasie. <Link to="/ustawienia/poczta">Oznacz własne odnośniki</Link>.
    </p>
  ) : (
    <p className="quiet">Wejść nie liczymy, bo strony wysyła inny serwer. Pozostałe liczby są pełne.</p>
  );
}

function Counts({ counts }: { readonly counts: readonly (readonly [what: string, count: number])[] }) {
  return (
    <ul className="rows">
      {counts.map(([what, count]) => (
        <li key={what} className="row">
          <span>{what}</span>
          <span className="figure">{count}</span>
        </li>
      ))}
    </ul>
  );
}

/** Thousands of enquiries on a slow connection take longer than any other request. */
const downloadTimeoutMs = 120_000;

function Export() {
  const { error, buttonProps } = useAction();

  async function download(format: "csv" | "json"): Promise<void> {
    const init = { signal: AbortSignal.timeout(downloadTimeoutMs) };
    const file = await (await api.enquiries.export.$post({ json: { format } }, { init })).blob();
    saveFile(file, `zapytania.${format}`);
  }

  return (
    <section className="section">
      <h2>Eksport</h2>
      <p className="quiet">
        Wszystkie zapytania w jednym pliku. Są w nim dane osobowe: nie zostawiaj go byle gdzie.
      </p>
      <div className="actions">
        <Button {...buttonProps(() => download("csv"))}>Plik dla arkusza (CSV)</Button>
        <Button {...buttonProps(() => download("json"))}>JSON</Button>
      </div>
      <ErrorMessage>{error}</ErrorMessage>
    </section>
  );
}

function duration(minutes: number): string {
  const [hours, days] = [Math.round(minutes / 60), Math.round(minutes / (24 * 60))];
  const whole = Math.max(1, Math.round(minutes));
  if (minutes < 60) return `${whole} ${plural(whole, "minutę", "minuty", "minut")}`;
  if (minutes < 48 * 60) return `${hours} ${plural(hours, "godzinę", "godziny", "godzin")}`;
  return `${days} ${plural(days, "dzień", "dni", "dni")}`;
}
