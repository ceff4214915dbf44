import { Link, useLoaderData } from "react-router";
import { DefinitionList } from "../../../app/ui/definition-list.tsx";
import { api, pause } from "../api.ts";
import { formatDate, formatFully, formatNumber } from "../format.ts";
import { ActionButton, Button, ErrorMessage, useAction } from "../shell/button.tsx";
import { RowLink, Screen, Section } from "../shell/screen.tsx";
import { remedies } from "./remedies.ts";

export async function loader() {
  const [state, content] = await Promise.all([api.state.$get(), api.content.$get()]);
  return { ...(await state.json()), todos: (await content.json()).todos };
}

/** Whether everything works: problems first, then when each part last succeeded. */
export function Component() {
  const state = useLoaderData<typeof loader>();
  const { problems } = state;
  // The content screen shows the tasks that concern content.
  const todos = state.todos.flatMap(({ name, at, left }) =>
    left > 0 && typeof at === "string" && at.startsWith("/ustawienia/") ? { name, at } : [],
  );
  return (
    <Screen title="Stan" beside={<Link to="/ustawienia">Ustawienia</Link>}>
      {problems.length === 0 ? (
        <p className="verdict">
          {todos.length === 0 ? "Wszystko działa." : "Nie ma kłopotów. Zostało jeszcze:"}
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
      {todos.length === 0 ? null : (
        <ul className="rows">
          {todos.map(({ name, at }) => (
            <RowLink key={at} to={at}>
              {name}
            </RowLink>
          ))}
        </ul>
      )}
      <DefinitionList
        rows={[
          ["E-mail", mailFact(state)],
          ["Test formularza", checkFact(state)],
          ["Powiadomienia", notificationFact(state)],
          ["Kopia zapasowa", state.backupAt ? formatFully(state.backupAt) : "jeszcze jej nie było"],
          ["Kopia poza serwerem", state.sentAt ? formatFully(state.sentAt) : "żadna jeszcze nie wyszła"],
          ["Certyfikat https", state.certificateUntil && `ważny do ${formatDate(state.certificateUntil)}`],
          ["Wolne miejsce", `${formatNumber(state.freeDiskBytes / 1e9)} GB`],
          ["Wersja", state.version],
        ]}
      />
      {state.update && <UpdateNotice {...state.update} />}
      <Section title="Czy zapytania docierają?">
        <p className="quiet">
          Panel wyśle przez formularz na stronie oznaczone próbne zapytanie i sprawdzi każdy krok aż do
          serwera poczty. Co tydzień robi to sam.
        </p>
        {state.mailConfigured ? (
          <ActionButton action={checkForm} working="Próbne zapytanie jest w drodze…">
            Sprawdź formularz
          </ActionButton>
        ) : (
          <p>
            Najpierw <Link to="/ustawienia/poczta">ustaw pocztę</Link>.
          </p>
        )}
      </Section>
    </Screen>
  );
}

type State = Awaited<ReturnType<typeof loader>>;
type Update = NonNullable<State["update"]>;

/** Sends a marked enquiry from the public form to the mail server. */
async function checkForm(): Promise<void> {
  await api.state.check.$post();
  while ((await (await api.state.$get()).json()).isCheckingForm) await pause();
}

function checkFact({ canary }: State): string {
  if (!canary) return "jeszcze go nie było";
  const at = formatFully(canary.at);
  return canary.ok
    ? `udany ${at}: formularz przyjął zapytanie, baza je zapisała, serwer poczty przyjął e-mail`
    : `nieudany ${at}: ${canary.problem ?? "nie wiadomo dlaczego"}`;
}

function mailFact({ mailConfigured, waitingEmails, emailSentAt }: State): string {
  if (!mailConfigured) return "nie jest ustawiony, zapytania są tylko tutaj";
  const sent = emailSentAt
    ? `serwer poczty przyjął ostatni ${formatFully(emailSentAt)}`
    : "żaden jeszcze nie wyszedł";
  return waitingEmails > 0 ? `${sent}, czeka: ${waitingEmails}` : sent;
}

function notificationFact({ notificationDeliveredAt: at, notifiedDevices }: State): string {
  if (at) return `ostatnie wyszło ${formatFully(at)}`;
  return notifiedDevices > 0 ? "włączone, żadne jeszcze nie wyszło" : "wyłączone na wszystkich urządzeniach";
}

/** Long enough for the installer's rehearsal, which publishes the whole site once. */
const installTimeoutMs = 15 * 60_000;
const keyWarningMs = 30 * 86_400_000;

/** The new release of the program, the progress of its installation and the result of the last one (C9.2). */
function UpdateNotice({ offered, news, last, fault, checkedAt, keyEndsAt, isTried }: Update) {
  const { busy, error, run } = useAction();
  const now = Date.now();
  // After a crash during an installation the phase stays `installing`.
  const isInstalling = busy || (last?.phase === "installing" && now - Date.parse(last.at) < installTimeoutMs);
  const keyEnds = Date.parse(keyEndsAt ?? "");

  async function install(): Promise<void> {
    await api.state.update.$post();
    for (const end = Date.now() + installTimeoutMs; Date.now() < end; ) {
      await pause(3000);
      // Requests fail while the program restarts.
      const state = await api.state.$get().catch(() => undefined);
      const latest = state && (await state.json()).update?.last;
      if (latest && latest.phase !== "installing" && latest.at !== last?.at) return;
    }
  }

  return (
    <Section title={offered ? `Jest nowa wersja: ${offered}` : "Nowe wersje"}>
      {news && <p>{news}</p>}
      <p role="status">
        {isInstalling
          ? "Trwa instalacja. Strona i panel znikną najwyżej na kilka sekund i wrócą same."
          : last?.phase === "failed"
            ? `Nie udało się zainstalować nowej wersji (${formatFully(last.at)}). Działa dotychczasowa, nic nie zginęło. Powód: ${faultText(last.fault)}.`
            : last?.phase === "done" && `Ostatnia instalacja udała się ${formatFully(last.at)}.`}
      </p>
      <p className="quiet">
        {fault
          ? `Nie da się sprawdzić, czy jest nowa wersja: ${faultText(fault)}.`
          : offered
            ? isTried
              ? "Uruchomi się najpierw na próbę, na kopii danych. Gdy coś pójdzie źle, zostanie obecna."
              : "Bazy PostgreSQL program nie kopiuje ani nie sprawdza na próbę: zrób najpierw jej kopię (pg_dump)."
            : `Masz najnowszą. Sprawdzono ${formatFully(checkedAt)}.`}
      </p>
      {keyEnds > now && keyEnds < now + keyWarningMs && (
        <p className="notice">
          Klucz, którym są podpisane nowe wersje, straci ważność {formatDate(keyEnds)}. Jeśli do tego czasu
          żadna się nie zainstaluje, napisz do osoby, która wydaje program.
        </p>
      )}
      {offered && (
        <Button kind="main" busy={isInstalling} onClick={() => void run(install)}>
          Zainstaluj teraz
        </Button>
      )}
      <ErrorMessage>{error}</ErrorMessage>
    </Section>
  );
}

const faults: Record<string, string> = {
  away: "źródło nowych wersji nie odpowiada",
  "key-expired": "klucz, którym podpisuje się wersje, stracił ważność; napisz do osoby, która wydaje program",
  signature:
    "podpis nowych wersji się nie zgadza, więc żadna się nie zainstaluje; napisz do osoby, która wydaje program",
  apt: "powód jest na serwerze, w pliku /var/lib/trainer-site-update/install.log",
};

/** Faults without an entry are already texts. */
const faultText = (fault: string) => faults[fault] ?? fault;
