import type { Funnel } from "../../server/api.ts";
import { plural } from "../format.ts";
import { Fact } from "../shell/rows.tsx";

type FunnelProps = {
  readonly funnel: Funnel;
  /** Not where another host serves the pages (C6.3). */
  readonly isCounted: boolean;
};

const width = 320;
const barHeight = 20;

/** From the first visit to a client as bars with their figures, and where the visits came from. */
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
      <ol className="funnel">
        {steps.map(([what, count]) => (
          <li key={what}>
            <span>{what}</span>
            <span className="figure">{count ?? "nie liczymy"}</span>
            <svg viewBox={`0 0 ${width} ${barHeight}`} preserveAspectRatio="none" aria-hidden="true">
              <rect width={Math.max(1, ((count ?? 0) / most) * width)} height={barHeight} />
            </svg>
          </li>
        ))}
      </ol>
      {isCounted && sources.length > 0 ? (
        <table>
          <thead>
            <tr>
              <th scope="col">Skąd</th>
              <th scope="col">Wejścia</th>
            </tr>
          </thead>
          <tbody>
            {sources.map(({ source, visits }) => (
              <tr key={source}>
                <th scope="row">{source.replace(/^z:/, "oznaczenie: ")}</th>
                <td className="figure">{visits}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </figure>
  );
}

/** Four questions, each answered in a line. */
export function FourAnswers({ funnel, isCounted }: FunnelProps) {
  const { visits, wrote, answeredInADay, answeredLate, clients, missed } = funnel;
  const due = answeredInADay + answeredLate;
  const came = isCounted
    ? `${visits} ${plural(visits, "wejście", "wejścia", "wejść")}, co najmniej`
    : "nie liczymy";
  const inTime = due === 0 ? "nic nie czeka" : `${answeredInADay} z ${due} w ciągu doby`;
  const stayed = `${clients} ${plural(clients, "klient", "klientów", "klientów")}`;
  return (
    <dl className="facts">
      <Fact label="Czy przychodzą?" value={came} />
      <Fact label="Czy piszą?" value={`${wrote} ${plural(wrote, "zapytanie", "zapytania", "zapytań")}`} />
      <Fact label="Czy odpisujesz?" value={inTime} />
      <Fact
        label="Czy zostają?"
        value={missed > 0 ? `${stayed}, nieobecność na spotkaniu: ${missed}` : stayed}
      />
    </dl>
  );
}
