import { DefinitionList } from "../../../app/ui/definition-list.tsx";
import { plural } from "../../../enquiries/plural.ts";
import type { Funnel } from "../../server/api.ts";
import { formatDateBriefly } from "../format.ts";

/** `isCounted`: false if another host serves the pages (C6.3). */
type FunnelProps = { readonly funnel: Funnel; readonly isCounted: boolean };

/** A bar for each step from a visit to a client, and a table of the visits' sources. */
export function FunnelChart({ funnel, isCounted }: FunnelProps) {
  const { visits, formVisits, wrote, booked, clients, sources } = funnel;
  const steps = [
    ["weszło (co najmniej)", isCounted ? visits : null],
    ["w tym od razu na stronę z formularzem", isCounted ? formVisits : null],
    ["napisało", wrote],
    ["umówiło się", booked],
    ["klienci", clients],
  ] as const;
  const most = Math.max(1, ...steps.map(([, count]) => count ?? 0));
  return (
    <figure className="chart stack close">
      <ol className="funnel close">
        {steps.map(([what, count]) => (
          <li key={what}>
            <span>{what}</span>
            <span className="figure">{count ?? "nie liczymy"}</span>
            <svg viewBox="0 0 320 20" preserveAspectRatio="none" aria-hidden="true">
              <rect width={Math.max(1, ((count ?? 0) / most) * 320)} height="20" />
            </svg>
          </li>
        ))}
      </ol>
      {isCounted && sources.length > 0 ? (
        <Table
          head={["Skąd", "Wejścia"]}
          rows={sources.map(({ source, visits }) => [source.replace(/^z:/, "oznaczenie: "), visits])}
        />
      ) : null}
    </figure>
  );
}

export function KeyFigures({ funnel, isCounted }: FunnelProps) {
  const { visits, wrote, answeredInADay, answeredLate, clients, missed } = funnel;
  const due = answeredInADay + answeredLate;
  const came = isCounted
    ? `${visits} ${plural(visits, "wejście", "wejścia", "wejść")}, co najmniej`
    : "nie liczymy";
  const waiting = wrote > 0 ? "z tych osób nikt nie czeka dłużej niż dobę" : "nikt wtedy nie napisał";
  const inTime = due === 0 ? waiting : `${answeredInADay} z ${due} w ciągu doby`;
  const stayed = `${clients} ${plural(clients, "klient", "klientów", "klientów")}`;
  return (
    <DefinitionList
      rows={[
        ["Czy przychodzą?", came],
        ["Czy piszą?", `${wrote} ${plural(wrote, "zapytanie", "zapytania", "zapytań")}`],
        ["Czy odpisujesz?", inTime],
        ["Czy zostają?", missed > 0 ? `${stayed}, nieobecność na spotkaniu: ${missed}` : stayed],
      ]}
    />
  );
}

/** `week`: the Monday, such as `2026-11-16`. */
type Week = { readonly week: string; readonly enquiries: number };

const barWidth = 8;
const gap = 4;
const height = 96;

const monthAndYear = new Intl.DateTimeFormat("pl", { month: "short", year: "numeric", timeZone: "UTC" });

export function WeekChart({ weeks }: { readonly weeks: readonly Week[] }) {
  const most = Math.max(1, ...weeks.map(({ enquiries }) => enquiries));
  const width = weeks.length * (barWidth + gap) - gap;
  const best = weeks.find(({ enquiries }) => enquiries === most);
  return (
    <figure className="chart stack close">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label="Zapytania w kolejnych tygodniach roku">
        {weeks.map(({ week, enquiries }, index) => {
          const tall = enquiries === 0 ? 1 : Math.round((enquiries / most) * height);
          return (
            <rect key={week} x={index * (barWidth + gap)} y={height - tall} width={barWidth} height={tall} />
          );
        })}
      </svg>
      <p className="axis figure quiet" aria-hidden="true">
        <span>{monthOf(weeks[0])}</span>
        <span>{monthOf(weeks[Math.floor(weeks.length / 2)])}</span>
        <span>teraz</span>
      </p>
      <figcaption className="quiet">
        {best
          ? `Najwięcej w tygodniu od ${formatDateBriefly(best.week)}: ${best.enquiries}. W tym tygodniu: ${weeks.at(-1)?.enquiries ?? 0}.`
          : "Jeszcze nic nie przyszło."}
      </figcaption>
      <details>
        <summary>Tabela</summary>
        <Table
          head={["Tydzień od", "Zapytania"]}
          rows={weeks.toReversed().map(({ week, enquiries }) => [formatDateBriefly(week), enquiries])}
        />
      </details>
    </figure>
  );
}

const monthOf = (week: Week | undefined) => week && monthAndYear.format(new Date(week.week));

type TableProps = { readonly head: readonly [string, string]; readonly rows: readonly [string, number][] };

function Table({ head, rows }: TableProps) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{head[0]}</th>
          <th scope="col">{head[1]}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([what, count]) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            <td className="figure">{count}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
