import { useLoaderData } from "react-router";
import { api } from "../api.ts";
import { formatDate, formatFully, formatNumber } from "../format.ts";
import { Fact, RowLink } from "../shell/rows.tsx";
import { Screen } from "../shell/screen.tsx";
import { remedies } from "./remedies.ts";

export async function loader() {
  const [state, content] = await Promise.all([api.state.$get(), api.content.$get()]);
  return { ...(await state.json()), todos: (await content.json()).todos, now: Date.now() };
}

/** Whether everything works: problems first, then when each part last succeeded. */
export function Component() {
  const state = useLoaderData<typeof loader>();
  const { problems, now } = state;
  // The rest of the list is about the content and stands there.
  const todos = state.todos.flatMap(({ name, at, left }) =>
    left > 0 && typeof at === "string" && screens.some(({ path }) => path === at)
      ? { label: name, path: at }
      : [],
  );
  return (
    <Screen title="Stan">
      {problems.length === 0 ? (
        <p className="verdict">
          {todos.length === 0 ? "Wszystko działa." : "Strona działa. Zostało jeszcze:"}
        </p>
      ) : (
        <ul className="stack">
          {problems.map(({ code, text }) => (
            <li key={code} className="notice next">
              <strong>{text}</strong> {remedies[code]}
            </li>
          ))}
        </ul>
      )}
      {todos.length === 0 ? null : <Links links={todos} />}
      <dl className="facts">
        <Fact label="E-mail" value={mailFact(state)} />
        <Fact
          label="Test formularza"
          value={
            state.canary
              ? `${state.canary.ok ? "udany" : "nieudany"} ${formatFully(state.canary.at, now)}`
              : "jeszcze go nie było"
          }
        />
        <Fact
          label="Powiadomienia"
          value={
            state.notificationDeliveredAt
              ? `ostatnie dotarło ${formatFully(state.notificationDeliveredAt, now)}`
              : state.notifiedDevices > 0
                ? "włączone, żadne jeszcze nie wyszło"
                : "wyłączone na wszystkich urządzeniach"
          }
        />
        <Fact
          label="Kopia zapasowa"
          value={state.backupAt === null ? "jeszcze jej nie było" : formatFully(state.backupAt, now)}
        />
        <Fact
          label="Certyfikat https"
          value={state.certificateUntil && `ważny do ${formatDate(state.certificateUntil)}`}
        />
        <Fact label="Wolne miejsce" value={`${formatNumber(state.freeDiskBytes / 1e9)} GB`} />
        <Fact label="Wersja" value={state.version} />
      </dl>
      <Links links={screens} />
    </Screen>
  );
}

const screens = [
  { label: "Ustawienia poczty i danych", path: "/stan/ustawienia" },
  { label: "Urządzenia i kody", path: "/stan/urzadzenia" },
  { label: "Kopie wszystkiego", path: "/stan/kopie" },
  { label: "Dziennik", path: "/stan/dziennik" },
];

function Links({ links }: { readonly links: typeof screens }) {
  return (
    <ul className="rows">
      {links.map(({ label, path }) => (
        <li key={path}>
          <RowLink to={path}>{label}</RowLink>
        </li>
      ))}
    </ul>
  );
}

type State = Awaited<ReturnType<typeof loader>>;

function mailFact({ mailConfigured, waitingEmails, emailSentAt, now }: State): string {
  if (!mailConfigured) return "nie jest ustawiony, zapytania są tylko tutaj";
  const sent = emailSentAt
    ? `serwer poczty przyjął ostatni ${formatFully(emailSentAt, now)}`
    : "żaden jeszcze nie wyszedł";
  return waitingEmails > 0 ? `${sent}, czeka: ${waitingEmails}` : sent;
}
