import type { Funnel } from "../../server/api.ts";
import { plural } from "../format.ts";

const width = 320;
const barHeight = 20;

/** From the first visit to a client, as bars with their figures; `isCounted` is false where pages are served by another host (C6.3). */
export function FunnelChart({ funnel, isCounted }: { funnel: Funnel; isCounted: boolean }) {
  const steps = [
    ["weszło (co najmniej)", isCounted ? funnel.visits : null],
    ["w tym od razu na stronę z formularzem", isCounted ? funnel.formVisits : null],
    ["napisało", funnel.wrote],
    ["umówiło się", funnel.booked],
    ["klienci", funnel.clients],
  ] as const;
  const most = Math.max(1, ...steps.map(([, count]) => count ?? 0));
  return (
    <figure className="chart stack close">
      <ol className="funnel">
        {steps.map(([what, count], index) => (
          <li key={what}>
            <span>{what}</span>
            <span className="figure">{count ?? "nie liczymy"}</span>
            <svg viewBox={`0 0 ${width} ${barHeight}`} preserveAspectRatio="none" aria-hidden="true">
              <rect
                className={index === steps.length - 1 ? "current" : undefined}
                width={count ? Math.max(2, Math.round((count / most) * width)) : 1}
                height={barHeight}
              />
            </svg>
          </li>
        ))}
      </ol>
      {isCounted && funnel.sources.length > 0 ? (
        <table>
          <caption>Skąd weszli</caption>
          <thead>
            <tr>
              <th scope="col">Źródło</th>
              <th scope="col">Od razu do formularza</th>
              <th scope="col">Wejścia</th>
            </tr>
          </thead>
          <tbody>
            {funnel.sources.map(({ source, visits, formVisits }) => (
              <tr key={source}>
                <th scope="row">{source.replace(/^z:/, "oznaczenie: ")}</th>
                <td className="figure">{formVisits}</td>
                <td className="figure">{visits}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </figure>
  );
}

/** Four questions, each answered by a figure and a few words. */
export function FourAnswers({ funnel, isCounted }: { funnel: Funnel; isCounted: boolean }) {
  const { visits, wrote, answeredInADay, answeredLate, clients, missed } = funnel;
  const due = answeredInADay + answeredLate;
  const answers = [
    [
      "Czy przychodzą?",
      isCounted ? visits : "–",
      isCounted ? `${plural(visits, "wejście", "wejścia", "wejść")} na stronę, co najmniej` : "nie liczymy",
    ],
    ["Czy piszą?", wrote, plural(wrote, "zapytanie", "zapytania", "zapytań")],
    [
      "Czy odpisujesz?",
      due === 0 ? "–" : `${answeredInADay} z ${due}`,
      due === 0 ? "nic nie czeka" : "w ciągu doby od wiadomości",
    ],
    [
      "Czy zostają?",
      clients,
      `${plural(clients, "klient", "klientów", "klientów")}${missed > 0 ? `, nieobecność na spotkaniu: ${missed}` : ""}`,
    ],
  ] as const;
  return (
    <dl className="answers">
      {answers.map(([question, figure, words]) => (
        <div key={question}>
          <dt>{question}</dt>
          <dd>
            <span className="big figure">{figure}</span> <span className="quiet">{words}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
