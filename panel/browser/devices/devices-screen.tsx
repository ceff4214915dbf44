import { useState } from "react";
import { Link, useLoaderData, useNavigate } from "react-router";
import { api, explain } from "../api.ts";
import { formatFully } from "../format.ts";
import { forgetAllDrafts } from "../inbox/answer-drafts.tsx";
import { addPasskey } from "../passkey.ts";
import { type ShellData, useShell } from "../session.ts";
import { ActionButton, StatusMessage } from "../shell/button.tsx";
import { PrivateLink } from "../shell/private-link.tsx";
import { QrCode } from "../shell/qr-code.tsx";
import { Row, Screen, Section } from "../shell/screen.tsx";
import { NotificationSwitch } from "./notification-switch.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

export const loader = async () => (await api.devices.$get()).json();

type Devices = Awaited<ReturnType<typeof loader>> & Pick<ShellData, "me">;

export function Component() {
  const devices = { ...useLoaderData<typeof loader>(), ...useShell() };
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

function ThisDevice({ me, sessions }: Devices) {
  const notifiedAt = sessions.find(({ isThis }) => isThis)?.notifications[0]?.lastSuccessAt;
  const navigate = useNavigate();

  async function signOut(): Promise<void> {
    // Before the call, whose response may be lost.
    forgetAllDrafts();
    await api["sign-out"].$post();
    await navigate("/wejscie");
  }

  return (
    <Section title={`To urządzenie: ${me.deviceName}`}>
      <NotificationSwitch />
      {notifiedAt ? <p className="quiet">Ostatnie powiadomienie wyszło {formatFully(notifiedAt)}.</p> : null}
      <ActionButton action={signOut}>Wyloguj to urządzenie</ActionButton>
    </Section>
  );
}

function SignedIn({ sessions }: Devices) {
  const [token, setToken] = useState<string>();
  const others = sessions.filter(({ isThis }) => !isThis);
  const url = token && `${location.origin}/panel/start#${token}`;
  const makeLink = async () => setToken((await (await api.links.$post()).json()).token);
  return (
    <Section title="Inne urządzenia">
      {others.length === 0 ? <p className="quiet">Nie ma innych.</p> : null}
      <ul className="rows">
        {others.map(({ id, deviceName, lastSeenAt, notifications }) => (
          <Row
            key={id}
            about={
              <>
                ostatnio <time>{formatFully(lastSeenAt)}</time>
                {notifications.map(({ lastSuccessAt }) =>
                  lastSuccessAt
                    ? ` · ostatnie powiadomienie wyszło ${formatFully(lastSuccessAt)}`
                    : " · powiadomienia włączone",
                )}
              </>
            }
            beside={
              <ActionButton kind="plain" action={() => api.sessions[":id"].$delete({ param: { id } })}>
                Wyloguj<span className="visually-hidden"> urządzenie {deviceName}</span>
              </ActionButton>
            }
          >
            {deviceName}
          </Row>
        ))}
      </ul>
      <StatusMessage>
        {url &&
          "Zeskanuj ten kod aparatem drugiego urządzenia albo otwórz na nim adres spod kodu. Działa raz, przez 5 minut."}
      </StatusMessage>
      {url ? (
        <>
          <QrCode url={url} alt="Kod QR z linkiem do panelu" />
          <PrivateLink url={url} />
        </>
      ) : null}
      <ActionButton action={makeLink}>{url ? "Pokaż nowy kod" : "Dodaj urządzenie"}</ActionButton>
    </Section>
  );
}

function Passkeys({ passkeys, me }: Devices) {
  const refusal = "Usuń go dopiero wtedy, gdy masz inny działający klucz albo kody zapasowe i pocztę.";
  const remove = (id: string) =>
    api.passkeys[":id"].$delete({ param: { id } }).catch(explain("refused", refusal));
  return (
    <Section title="Klucze">
      <p className="quiet">
        Klucz zostaje na urządzeniu i otwiera panel odciskiem palca, twarzą albo kodem telefonu.
      </p>
      <ul className="rows">
        {passkeys.map(({ id, name, createdAt, lastUsedAt, usable, isOfThis }) => (
          <Row
            key={id}
            about={
              <>
                {usable ? null : "z poprzedniego adresu strony, tu nie działa · "}
                {lastUsedAt ? "użyty " : "utworzony "}
                <time>{formatFully(lastUsedAt ?? createdAt)}</time>
                {isOfThis ? " · wchodzi nim to urządzenie, usunięcie je wyloguje" : null}
              </>
            }
            beside={
              <ActionButton kind="plain" action={() => remove(id)}>
                Usuń<span className="visually-hidden"> klucz {name}</span>
              </ActionButton>
            }
          >
            {name}
          </Row>
        ))}
      </ul>
      {me.hasPasskey || me.noPasskeys ? null : (
        <ActionButton kind="main" action={() => addPasskey(me.deviceName)}>
          Utwórz klucz na tym urządzeniu
        </ActionButton>
      )}
    </Section>
  );
}

function Codes({ unusedCodes, me }: Devices) {
  const [isMade, setMade] = useState(false);
  const hasNone = unusedCodes === 0;
  return (
    <Section title="Kody zapasowe">
      {isMade ? null : (
        <p>
          {hasNone
            ? "Nie masz kodów. Bez nich po zgubieniu telefonu pomoże tylko osoba, która opiekuje się serwerem."
            : `Niezużyte kody: ${unusedCodes}.`}
        </p>
      )}
      <RecoveryCodes
        make={hasNone ? "Utwórz kody" : "Utwórz nowe w miejsce starych"}
        kind={hasNone ? "main" : "wide"}
        hasMail={me.hasMail}
        onMade={() => setMade(true)}
      />
    </Section>
  );
}
