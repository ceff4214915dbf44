import { useLoaderData } from "react-router";
import { api } from "../api.ts";
import { plural } from "../format.ts";
import { saveFile } from "../save-file.ts";
import { Button, ErrorMessage } from "../shell/button.tsx";
import { Screen } from "../shell/screen.tsx";
import { useAction } from "../shell/use-action.ts";
import { WeekChart } from "./week-chart.tsx";

export async function loader() {
  return (await api.enquiries.stats.$get()).json();
}

/** Statistics: enquiries per week, their topics, the time to first contact (P3.4). */
export function Component() {
  const { weeks, goals, ends, medianMinutesToFirstContact } = useLoaderData<typeof loader>();
  const total = weeks.reduce((sum, { enquiries }) => sum + enquiries, 0);
  return (
    <Screen title="Liczby" back={{ to: "/zapytania", label: "Zapytania" }}>
      <p>
        <span className="big figure">{total}</span> {plural(total, "zapytanie", "zapytania", "zapytań")} w
        ciągu roku
      </p>
      <WeekChart weeks={weeks} />
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
        <h2>Do pierwszego kontaktu</h2>
        <p>
          {medianMinutesToFirstContact === null
            ? "Ta liczba pojawi się, gdy zapytania dostaną stan „w kontakcie”."
            : `Połowa osób czeka krócej niż ${duration(medianMinutesToFirstContact)}.`}
        </p>
      </section>
      <section className="section">
        <h2>O co pytają</h2>
        <Counts counts={goals.map(({ goal, enquiries }) => [goal ?? "bez tematu", enquiries])} />
      </section>
      <Export />
    </Screen>
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
  if (minutes < 60) {
    const whole = Math.max(1, Math.round(minutes));
    return `${whole} ${plural(whole, "minutę", "minuty", "minut")}`;
  }
  if (minutes < 48 * 60) {
    const hours = Math.round(minutes / 60);
    return `${hours} ${plural(hours, "godzinę", "godziny", "godzin")}`;
  }
  const days = Math.round(minutes / (24 * 60));
  return `${days} ${plural(days, "dzień", "dni", "dni")}`;
}
