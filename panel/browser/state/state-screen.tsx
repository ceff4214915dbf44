import { Link, useLoaderData } from "react-router";
import { api } from "../api.ts";
import { formatDate, formatFully, formatNumber } from "../format.ts";
import { Button, ErrorMessage } from "../shell/button.tsx";
import { Fact } from "../shell/rows.tsx";
import { Screen } from "../shell/screen.tsx";
import { useAction } from "../shell/use-action.ts";
import { ScreenLinks, settingsScreens } from "./all-settings-screen.tsx";
import { remedies } from "./remedies.ts";
import { UpdateNotice } from "./update-notice.tsx";

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
    left > 0 && typeof at === "string" && settingsScreens.some(({ path }) => path === at)
      ? { label: name, path: at }
      : [],
  );
  return (
    <Screen title="Stan" beside={{ to: "/ustawienia", label: "Ustawienia" }}>
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
      {todos.length === 0 ? null : <ScreenLinks links={todos} />}
      <dl className="facts">
        <Fact label="E-mail" value={mailFact(state)} />
        <Fact label="Test formularza" value={checkFact(state)} />
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
          label="Kopia poza serwerem"
          value={state.sentAt === null ? "żadna jeszcze nie wyszła" : formatFully(state.sentAt, now)}
        />
        <Fact
          label="Certyfikat https"
          value={state.certificateUntil && `ważny do ${formatDate(state.certificateUntil)}`}
        />
        <Fact label="Wolne miejsce" value={`${formatNumber(state.freeDiskBytes / 1e9)} GB`} />
        <Fact label="Wersja" value={state.version} />
      </dl>
      {state.update && <UpdateNotice update={state.update} now={now} />}
      <FormCheck {...state} />
    </Screen>
  );
}

type State = Awaited<ReturnType<typeof loader>>;

const pollMs = 1500;

/** Sends a marked message the whole way, from the public form to the mail server. */
function FormCheck({ mailConfigured }: State) {
  const { busy, error, buttonProps } = useAction();

  async function check(): Promise<void> {
    await api.state.check.$post();
    while ((await (await api.state.$get()).json()).isCheckingForm)
      await new Promise((done) => setTimeout(done, pollMs));
  }

  return (
    <section className="section">
      <h2>Czy zapytania docierają?</h2>
      <p className="quiet">
        Panel wyśle przez formularz na stronie oznaczoną wiadomość próbną i sprawdzi każdy krok aż do serwera
        poczty. Co tydzień robi to sam.
      </p>
      {mailConfigured ? (
        <Button {...buttonProps(check)}>{busy ? "Wiadomość jest w drodze…" : "Sprawdź formularz"}</Button>
      ) : (
        <p>
          Najpierw <Link to="/ustawienia/poczta">ustaw pocztę</Link>.
        </p>
      )}
      <ErrorMessage>{error}</ErrorMessage>
    </section>
  );
}

function checkFact({ canary, now }: State): string {
  if (!canary) return "jeszcze go nie było";
  const at = formatFully(canary.at, now);
  return canary.ok
    ? `udany ${at}: formularz przyjął wiadomość, baza ją zapisała, serwer poczty przyjął e-mail`
    : `nieudany ${at}: ${canary.problem ?? "nie wiadomo dlaczego"}`;
}

function mailFact({ mailConfigured, waitingEmails, emailSentAt, now }: State): string {
  if (!mailConfigured) return "nie jest ustawiony, zapytania są tylko tutaj";
  const sent = emailSentAt
    ? `serwer poczty przyjął ostatni ${formatFully(emailSentAt, now)}`
    : "żaden jeszcze nie wyszedł";
  return waitingEmails > 0 ? `${sent}, czeka: ${waitingEmails}` : sent;
}
