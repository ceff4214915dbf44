type Week = {
  /** The Monday, such as `2026-11-16`. */
  readonly week: string;
  readonly enquiries: number;
};

const barWidth = 8;
const gap = 4;
const height = 96;

const monthAndYear = new Intl.DateTimeFormat("pl", { month: "short", year: "numeric", timeZone: "UTC" });
const dayAndMonth = new Intl.DateTimeFormat("pl", { day: "numeric", month: "long", timeZone: "UTC" });

/** Enquiries per week as a bar chart, with the same data as a table. */
export function WeekChart({ weeks }: { readonly weeks: readonly Week[] }) {
  const most = Math.max(1, ...weeks.map(({ enquiries }) => enquiries));
  const width = weeks.length * (barWidth + gap) - gap;
  const best = weeks.find(({ enquiries }) => enquiries === most);
  return (
    <figure className="chart stack close">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label="Zapytania w kolejnych tygodniach roku">
        {weeks.map(({ week, enquiries }, index) => {
          const tall = enquiries === 0 ? 1 : Math.round((enquiries / most) * height);
          const isCurrent = index === weeks.length - 1;
          return (
            <rect
              key={week}
              className={isCurrent ? "current" : undefined}
              x={index * (barWidth + gap)}
              y={height - tall}
              width={barWidth}
              height={tall}
            />
          );
        })}
      </svg>
      <p className="axis figure quiet" aria-hidden="true">
        <span>{monthOf(weeks[0])}</span>
        <span>{monthOf(weeks[Math.floor(weeks.length / 2)])}</span>
        <span>teraz</span>
      </p>
      <figcaption className="quiet">
        {best && best.enquiries > 0
          ? `Najwięcej w tygodniu od ${formatDay(best.week)}: ${best.enquiries}. W tym tygodniu: ${weeks.at(-1)?.enquiries ?? 0}.`
          : "Jeszcze nic nie przyszło."}
      </figcaption>
      <details>
        <summary>Tabela</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Tydzień od</th>
              <th scope="col">Zapytania</th>
            </tr>
          </thead>
          <tbody>
            {weeks.toReversed().map(({ week, enquiries }) => (
              <tr key={week}>
                <td>{formatDay(week)}</td>
                <td className="figure">{enquiries}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

function monthOf(week: Week | undefined): string {
  return week ? monthAndYear.format(new Date(week.week)) : "";
}

function formatDay(day: string): string {
  return dayAndMonth.format(new Date(day));
}
