import { type FormEvent, type InputHTMLAttributes, useEffect, useRef, useState } from "react";
import { useLoaderData } from "react-router";
import type { SettingField } from "../../server/api.ts";
import { api } from "../api.ts";
import { withFreshIdentity } from "../passkey.ts";
import { Button, ErrorMessage, StatusMessage } from "../shell/button.tsx";
import { Screen } from "../shell/screen.tsx";
import { TextInput } from "../shell/text-input.tsx";
import { useAction } from "../shell/use-action.ts";

export async function loader() {
  return (await api.settings.$get()).json();
}

/** Mail, retention and alerts. Changes take effect when they are saved. */
export function Component() {
  const settings = useLoaderData<typeof loader>();
  const { alertHost } = settings;
  const form = useRef<HTMLFormElement>(null);
  const { busy, error, run } = useAction(withFreshIdentity);
  const [wrong, setWrong] = useState<readonly SettingField[]>([]);
  const [status, setStatus] = useState("");
  const [days, setDays] = useState(settings.retentionDays);
  useEffect(() => {
    if (wrong.length > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [wrong]);
  const shared = { fixed: settings.fixed, wrong };

  function send(
    action: () => Promise<{ kind: "invalid"; wrong: readonly SettingField[] } | { message: string }>,
  ) {
    setStatus("");
    void run(async () => {
      const answer = await action();
      setWrong("wrong" in answer ? answer.wrong : []);
      setStatus("wrong" in answer ? "" : answer.message);
    });
  }

  function save(event: FormEvent): void {
    event.preventDefault();
    send(async () => {
      const answer = await (await api.settings.$put({ json: formValues(form.current) })).json();
      if (answer.kind === "invalid") return answer;
      // Secrets are never shown again.
      const secrets = form.current?.querySelectorAll<HTMLInputElement>("[name=password], [name=alertUrl]");
      for (const input of secrets ?? []) input.value = "";
      return { message: "Zapisano. Nowe ustawienia już działają." };
    });
  }

  function sendTest(): void {
    send(async () => (await api.settings.trial.$post({ json: formValues(form.current) })).json());
  }

  return (
    <Screen title="Ustawienia" back={{ to: "/stan", label: "Stan" }}>
      <form ref={form} onSubmit={save} noValidate className="stack">
        <section className="section">
          <h2>Poczta</h2>
          <p className="quiet">
            Te dane poda firma, która prowadzi Twoją skrzynkę. Szukaj słów „SMTP” albo „serwer poczty
            wychodzącej”.
          </p>
          {mailFields(settings).map((field) => (
            <SettingInput key={field.name} {...shared} {...field} />
          ))}
        </section>
        <section className="section">
          <h2>Dane osób, które piszą</h2>
          <SettingInput
            {...shared}
            name="retentionDays"
            label="Po ilu dniach usuwać zapytania"
            inputMode="numeric"
            value={days}
            onChange={(event) => setDays(event.target.value)}
            help="Tę liczbę podaje też informacja o danych na stronie: zmieni się tam sama w ciągu kilku minut."
          />
          {Number(days) < Number(settings.retentionDays) ? (
            <p className="notice">
              Zapytania starsze niż {days} dni znikną na zawsze przy najbliższym sprzątaniu, w ciągu doby.
            </p>
          ) : null}
        </section>
        <section className="section">
          <h2>Alarm</h2>
          <SettingInput
            {...shared}
            name="alertUrl"
            label="Adres alarmu"
            type="url"
            placeholder={alertHost === null ? "https://" : `zapisany: ${alertHost}`}
            help="Gdy zapytania nie docierają, e-mail też może nie dojść. Wtedy program wysyła ostrzeżenie pod ten adres (webhook), bez danych osobowych."
          />
          {alertHost !== null && !settings.fixed.includes("alertUrl") ? (
            <label className="check">
              <input type="checkbox" name="noAlert" />
              Usuń zapisany adres alarmu
            </label>
          ) : null}
        </section>
        <StatusMessage>{status}</StatusMessage>
        <ErrorMessage>{error}</ErrorMessage>
        <div className="actions">
          <Button type="submit" kind="main" busy={busy}>
            Zapisz
          </Button>
          <Button busy={busy} onClick={sendTest}>
            {busy ? "Chwila…" : "Wyślij wiadomość próbną"}
          </Button>
        </div>
      </form>
    </Screen>
  );
}

function mailFields(
  settings: Awaited<ReturnType<typeof loader>>,
): Omit<SettingInputProps, "fixed" | "wrong">[] {
  const { mailServer, hasPassword, mailFrom, mailTo, contentEmail: placeholder } = settings;
  const { host, port, user } = mailServer;
  return [
    { name: "host", label: "Serwer poczty", defaultValue: host },
    {
      name: "port",
      label: "Port",
      inputMode: "numeric",
      defaultValue: port,
      help: "Zwykle 465, czasem 587.",
    },
    {
      name: "user",
      label: "Nazwa użytkownika",
      autoComplete: "off",
      defaultValue: user,
      help: "Zwykle cały adres e-mail.",
    },
    {
      name: "password",
      label: "Hasło skrzynki",
      type: "password",
      autoComplete: "new-password",
      help: hasPassword ? "Jest zapisane i nigdy się nie pokazuje. Wpisz tylko nowe." : undefined,
    },
    {
      name: "mailFrom",
      label: "Nadawca e-maili",
      defaultValue: mailFrom,
      placeholder,
      help: "Adres, z którego ta skrzynka może wysyłać. Puste pole: e-mail z treści strony.",
    },
    {
      name: "mailTo",
      label: "Zapytania przychodzą na adres",
      defaultValue: mailTo,
      placeholder,
      help: "Puste pole: e-mail z treści strony.",
    },
  ];
}

type Name = SettingField | "noAlert";

function formValues(form: HTMLFormElement | null) {
  const values = Object.fromEntries(new FormData(form ?? undefined));
  const { host, port, user, password, alertUrl, noAlert, ...others } = values as Record<Name, string>;
  return {
    ...others,
    mailServer: { host, port, user, ...(password && { password }) },
    // An empty URL removes the saved one.
    ...(noAlert ? { alertUrl: "" } : alertUrl && { alertUrl }),
  };
}

interface SettingInputProps extends InputHTMLAttributes<HTMLInputElement> {
  /** Fields that environment variables set. */
  readonly fixed: readonly SettingField[];
  readonly wrong: readonly SettingField[];
  readonly name: SettingField;
  readonly label: string;
  readonly help?: string | undefined;
}

/** One setting with its help or its error. */
function SettingInput({ fixed, wrong, name, help, ...input }: SettingInputProps) {
  const isFixed = fixed.includes(name);
  const isWrong = wrong.includes(name);
  return (
    <TextInput
      {...input}
      name={name}
      id={`setting-${name}`}
      readOnly={isFixed}
      aria-invalid={isWrong}
      help={
        <>
          {isWrong ? <strong>{wrongWords[name]} </strong> : null}
          {isFixed ? "Ustawione na serwerze, tu nie da się tego zmienić." : help}
        </>
      }
    />
  );
}

const wrongWords: Partial<Record<SettingField, string>> = {
  host: "To nie jest nazwa serwera.",
  port: "Podaj numer portu.",
  password: "Wpisz hasło: zapisane należy do innego serwera albo innej nazwy.",
  mailFrom: "To nie jest adres e-mail.",
  mailTo: "To nie jest adres e-mail.",
  retentionDays: "Podaj liczbę dni, od 1 do 36500.",
  alertUrl: "Podaj cały adres, na przykład https://example.pl/alarm.",
};
