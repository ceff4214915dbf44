import { useState } from "react";
import { Link, useLoaderData } from "react-router";
import { DefinitionList } from "../../../app/ui/definition-list.tsx";
import { plural } from "../../../enquiries/plural.ts";
import { api } from "../api.ts";
import { saveFile } from "../files.ts";
import { formatDate } from "../format.ts";
import { ActionButton } from "../shell/button.tsx";
import { Choice } from "../shell/inputs.tsx";
import { Screen, Section } from "../shell/screen.tsx";
import { FunnelChart, KeyFigures, WeekChart } from "./charts.tsx";

export const loader = async () => (await api.enquiries.stats.$get()).json();

/** Whether people come, write, are answered in time and stay, over a week or a year (C6.1, P3.4). */
export function Component() {
  const { weeks, goals, ends, funnels, countedSince, isCounted, ...times } = useLoaderData<typeof loader>();
  const [period, setPeriod] = useState<keyof typeof funnels>("week");
  const funnel = funnels[period];
  const total = funnels.year.wrote;
  const median = times.medianMinutesToFirstContact;
  return (
    <Screen title="Liczby" back={{ to: "/zapytania", label: "Zapytania" }}>
      <Choice hidesLegend legend="Okres" labels={periods} chosen={period} onChoose={setPeriod} />
      <KeyFigures funnel={funnel} isCounted={isCounted} />
      <Section title="Od wejścia do treningu">
        <FunnelChart funnel={funnel} isCounted={isCounted} />
        {isCounted ? (
          <p className="quiet">
            {countedSince && `Wejścia liczymy od ${formatDate(countedSince)}. `}Wejście to przyjście na stronę
            z zewnątrz. Nie liczymy robotów, odświeżania, przechodzenia między podstronami (także do
            formularza), starszych przeglądarek ani czytania bez sieci. „Inne” to także adres wpisany ręcznie,
            zakładka i odnośnik z wiadomości. Pozostałe liczby dotyczą osób, które wtedy napisały i których
            dane są jeszcze przechowywane. <Link to="/ustawienia/poczta">Oznacz własne odnośniki</Link>.
          </p>
        ) : (
          <p className="quiet">
            Wejść nie liczymy, bo strony wysyła inny serwer. Pozostałe liczby obejmują zapytania, które są
            jeszcze przechowywane.
          </p>
        )}
      </Section>
      <Section title="Tydzień po tygodniu">
        <WeekChart weeks={weeks} />
        <p>
          {total} {plural(total, "zapytanie", "zapytania", "zapytań")} w ciągu roku.{" "}
          {median === null
            ? "Czas do pierwszego kontaktu pojawi się, gdy zapytania przejdą na etap „w kontakcie”."
            : `Wśród osób, z którymi był kontakt, połowa czekała na niego najwyżej ${duration(median)}.`}
        </p>
      </Section>
      <Section title="Co z nich wynikło">
        <DefinitionList
          rows={[
            ["klienci", String(ends.client)],
            ["nie teraz", String(ends["not-now"])],
            ["nie", String(ends.no)],
            ["w toku", String(ends.open)],
            ["nieobecność na spotkaniu", String(ends.missed)],
          ]}
        />
      </Section>
      {goals.length > 0 ? (
        <Section title="O co pytają">
          <DefinitionList
            rows={goals.map(({ goal, enquiries }) => [goal ?? "bez tematu", String(enquiries)])}
          />
        </Section>
      ) : null}
      <Export />
    </Screen>
  );
}

const periods = { week: "Ostatnie 7 dni", year: "Rok" };

function Export() {
  async function download(format: "csv" | "json"): Promise<void> {
    // Longer than for other requests, for thousands of enquiries on a slow connection.
    const init = { signal: AbortSignal.timeout(120_000) };
    const file = await (await api.enquiries.export.$post({ json: { format } }, { init })).blob();
    saveFile(file, `zapytania.${format}`);
  }

  return (
    <Section title="Eksport">
      <p className="quiet">
        Wszystkie zapytania w jednym pliku. Są w nim dane osobowe: nie zostawiaj go byle gdzie.
      </p>
      <div className="actions">
        <ActionButton action={() => download("csv")}>Plik dla arkusza (CSV)</ActionButton>
        <ActionButton action={() => download("json")}>JSON</ActionButton>
      </div>
    </Section>
  );
}

function duration(minutes: number): string {
  const [hours, days] = [Math.round(minutes / 60), Math.round(minutes / (24 * 60))];
  const whole = Math.max(1, Math.round(minutes));
  if (minutes < 60) return `${whole} ${plural(whole, "minutę", "minuty", "minut")}`;
  if (minutes < 48 * 60) return `${hours} ${plural(hours, "godzinę", "godziny", "godzin")}`;
  return `${days} ${plural(days, "dzień", "dni", "dni")}`;
}
