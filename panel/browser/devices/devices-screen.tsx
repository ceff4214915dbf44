import { useState } from "react";
import { Link, useLoaderData, useNavigate } from "react-router";
import { api } from "../api.ts";
import { formatFully, formatMoment } from "../format.ts";
import { forgetAllDrafts } from "../inbox/answer-drafts.ts";
import { addPasskey } from "../passkey.ts";
import { Button, ErrorMessage } from "../shell/button.tsx";
import { QrCode } from "../shell/qr-code.tsx";
import { Screen } from "../shell/screen.tsx";
import { useAction } from "../shell/use-action.ts";
import { NotificationSwitch } from "./notification-switch.tsx";
import { CodesNeedMail, RecoveryCodes } from "./recovery-codes.tsx";

export async function loader() {
  const [devices, me, settings] = await Promise.all([api.devices.$get(), api.me.$get(), api.settings.$get()]);
  const hasMail = (await settings.json()).host !== "";
  return { ...(await devices.json()), me: await me.json(), hasMail, now: Date.now() };
}

type Devices = Awaited<ReturnType<typeof loader>>;

/** Sessions, passkeys and recovery codes. */
export function Component() {
  const devices = useLoaderData<typeof loader>();
  return (
    <Screen title="Urządzenia i kody" back={{ to: "/ustawienia", label: "Ustawienia" }}>
      <ThisDevice {...devices} />
      <SignedIn {...devices} />
      <Passkeys {...devices} />
      <Codes {...devices} />
      <p className="section">
        <Link to="/ustawienia/dziennik">Dziennik: kto i kiedy był w panelu</Link>
      </p>
    </Screen>
  );
}

function ThisDevice({ me, sessions, now }: Devices) {
  const here = sessions.find(({ isThis }) => isThis);
  const navigate = useNavigate();
  const { error, buttonProps } = useAction();

  async function signOut(): Promise<void> {
    await api["sign-out"].$post();
    forgetAllDrafts();
    await navigate("/wejscie");
  }

  return (
    <section className="section">
      <h2>To urządzenie: {me.deviceName}</h2>
      <NotificationSwitch />
      {here?.notifications.map(({ lastSuccessAt }) =>
        lastSuccessAt ? (
          <p key={lastSuccessAt} className="quiet">
            Ostatnie powiadomienie dotarło {formatFully(lastSuccessAt, now)}.
          </p>
        ) : null,
      )}
      <Button {...buttonProps(signOut)}>Wyloguj to urządzenie</Button>
      <ErrorMessage>{error}</ErrorMessage>
    </section>
  );
}

function SignedIn({ sessions, now }: Devices) {
  const { error, buttonProps } = useAction();
  const [token, setToken] = useState<string>();
  const others = sessions.filter(({ isThis }) => !isThis);
  const url = token && `${location.origin}/panel/start#${token}`;

  async function makeLink(): Promise<void> {
    setToken((await (await api.links.$post()).json()).token);
  }

  return (
    <section className="section">
      <h2>Inne zalogowane urządzenia</h2>
      {others.length === 0 ? <p className="quiet">Nie ma innych.</p> : null}
      <ul className="rows">
        {others.map(({ id, deviceName, lastSeenAt, notifications }) => (
          <li key={id} className="row">
            <div>
              <p>{deviceName}</p>
              <p className="quiet">
                ostatnio <time>{formatMoment(lastSeenAt, now)}</time>
                {notifications.map(({ lastSuccessAt }) =>
                  lastSuccessAt
                    ? ` · powiadomienie dotarło ${formatFully(lastSuccessAt, now)}`
                    : " · powiadomienia włączone",
                )}
              </p>
            </div>
            <Button kind="plain" {...buttonProps(() => api.sessions[":id"].$delete({ param: { id } }))}>
              Wyloguj<span className="visually-hidden"> urządzenie {deviceName}</span>
            </Button>
          </li>
        ))}
      </ul>
      {url ? (
        <>
          <p>Zeskanuj ten kod aparatem drugiego urządzenia. Działa raz, przez 5 minut.</p>
          <QrCode url={url} alt="Kod QR z linkiem do panelu" />
          <p className="quiet">{url}</p>
        </>
      ) : (
        <Button {...buttonProps(makeLink)}>Dodaj urządzenie</Button>
      )}
      <ErrorMessage>{error}</ErrorMessage>
    </section>
  );
}

function Passkeys({ passkeys, me, now }: Devices) {
  const { error, buttonProps } = useAction();
  return (
    <section className="section">
      <h2>Klucze</h2>
      <p className="quiet">
        Klucz zostaje na urządzeniu i otwiera panel odciskiem palca, twarzą albo kodem telefonu.
      </p>
      <ul className="rows">
        {passkeys.map(({ id, name, createdAt, lastUsedAt, usable }) => (
          <li key={id} className="row">
            <div>
              <p>{name}</p>
              <p className="quiet">
                {usable ? null : "z poprzedniego adresu strony, tu nie działa · "}
                {lastUsedAt ? "użyty " : "utworzony "}
                <time>{formatMoment(lastUsedAt ?? createdAt, now)}</time>
              </p>
            </div>
            <Button kind="plain" {...buttonProps(() => api.passkeys[":id"].$delete({ param: { id } }))}>
              Usuń<span className="visually-hidden"> klucz {name}</span>
            </Button>
          </li>
        ))}
      </ul>
      <ErrorMessage>
        {error && passkeys.filter(({ usable }) => usable).length <= 1
          ? "Usuń go dopiero wtedy, gdy masz kody zapasowe albo inny klucz, który tu działa."
          : error}
      </ErrorMessage>
      {me.hasPasskey || me.noPasskeys ? null : (
        <Button kind="main" {...buttonProps(() => addPasskey(me.deviceName))}>
          Utwórz klucz na tym urządzeniu
        </Button>
      )}
    </section>
  );
}

function Codes({ unusedCodes, hasMail }: Devices) {
  const { error, buttonProps } = useAction();
  const [codes, setCodes] = useState<readonly string[]>();

  async function replace(): Promise<void> {
    setCodes((await (await api.codes.$post()).json()).codes);
  }

  return (
    <section className="section">
      <h2>Kody zapasowe</h2>
      <CodesNeedMail hasMail={hasMail} />
      {codes ? (
        <RecoveryCodes codes={codes} />
      ) : (
        <>
          <p>
            {unusedCodes === 0
              ? "Nie masz kodów. Bez nich po zgubieniu telefonu pomoże tylko osoba, która opiekuje się serwerem."
              : `Niezużyte kody: ${unusedCodes}.`}
          </p>
          <Button kind={unusedCodes === 0 ? "main" : "wide"} {...buttonProps(replace)}>
            {unusedCodes === 0 ? "Utwórz kody" : "Utwórz nowe w miejsce starych"}
          </Button>
        </>
      )}
      <ErrorMessage>{error}</ErrorMessage>
    </section>
  );
}
