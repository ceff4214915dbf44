import { type ComponentProps, useEffect, useRef, useState } from "react";
import { useLoaderData } from "react-router";
import type { SettingField } from "../../server/api.ts";
import { api } from "../api.ts";
import { ActionButton, ActionForm, StatusMessage } from "../shell/button.tsx";
import { Check, TextInput } from "../shell/inputs.tsx";
import { Screen, Section } from "../shell/screen.tsx";

export const loader = async () => (await api.settings.$get()).json();

/** The owner's settings of the server. Changes take effect when they are saved. */
export function Component() {
  const settings = useLoaderData<typeof loader>();
  const { hasPassword, hasBackupPassword, contentEmail, alertHost, fixed } = settings;
  const ifEmpty = contentEmail === "" ? "" : "Puste pole: e-mail z treści strony.";
  const values: Partial<Record<SettingField, string>> = settings;
  const form = useRef<HTMLFormElement>(null);
  const [wrong, setWrong] = useState<readonly SettingField[]>([]);
  const [status, setStatus] = useState("");
  const [foundText, setFound] = useState("");
  const [saves, setSaves] = useState(0);
  /** What the inputs showed when they were loaded, or saved since. */
  const known = useRef(values);
  // React sets a default only once. What is stored now is shown, and no secret, except where something else has been typed meanwhile.
  useEffect(() => {
    const inputs = form.current?.querySelectorAll<HTMLInputElement>("[name]:not([type=checkbox])");
    for (const input of inputs ?? []) {
      const name = input.name as SettingField;
      if (input.value === known.current[name]) input.value = values[name] ?? "";
    }
    known.current = values;
  }, [values]);
  useEffect(() => {
    if (wrong.length > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [wrong]);

  async function send(endpoint: typeof api.settings.$put | typeof api.settings.trial.$post): Promise<void> {
    setStatus("");
    const sent = Object.fromEntries(new FormData(form.current ?? undefined)) as Record<SettingField, string>;
    const answer = await (await endpoint({ json: { ...sent, base: settings } })).json();
    setWrong(answer.kind === "invalid" ? answer.wrong : []);
    if (answer.kind === "tried") setStatus(answer.message);
    if (answer.kind !== "saved") return;
    known.current = sent;
    setSaves(saves + 1);
    setStatus("Zapisano. Nowe ustawienia już działają.");
  }

  /** Fills in the server for the typed mailbox, unless the field has one already. */
  async function findServer(): Promise<void> {
    const inputs = form.current?.elements;
    const input = (name: SettingField) => inputs?.namedItem(name) as HTMLInputElement;
    const address = input("user").value.trim();
    if (input("host").value !== "" || input("host").readOnly || !address.includes("@")) return;
    const answer = await api.settings.server.$post({ json: { address } }).catch(() => undefined);
    const found = await answer?.json().then((it) => it.found);
    // The owner has gone on typing meanwhile.
    if (input("host").value !== "" || input("user").value.trim() !== address) return;
    if (!answer) return setFound("Nie udało się sprawdzić serwera. Wpisz go niżej.");
    if (!found) return setFound("Serwera tej skrzynki nie udało się odgadnąć. Wpisz go niżej.");
    input("host").value = found.host;
    input("port").value = found.port;
    if (input("mailTo").value === "" && contentEmail === "") input("mailTo").value = address;
    if (input("mailFrom").value === "" && address !== contentEmail) input("mailFrom").value = address;
    setFound(
      found.isCertain
        ? `${found.provider}: serwer i port są już wpisane.`
        : `${found.provider}: tak nazywa się tam zwykle serwer. Gdy próbny e-mail nie wyjdzie, zapytaj o nazwę tę firmę.`,
    );
  }

  /** An input for one setting, with help or error. Read-only if an environment variable sets it. */
  const setting = (name: SettingField, label: string, { error, help, ...input }: SettingProps) => (
    <TextInput
      {...input}
      label={label}
      name={name}
      defaultValue={values[name]}
      readOnly={fixed.includes(name)}
      aria-invalid={wrong.includes(name)}
      help={
        <>
          {wrong.includes(name) ? <strong>{error} </strong> : null}
          {fixed.includes(name) ? "Ustawione na serwerze, tu nie da się tego zmienić." : help}
        </>
      }
    />
  );

  return (
    <Screen title="Poczta i dane" back={{ to: "/ustawienia", label: "Ustawienia" }}>
      <ActionForm
        ref={form}
        noValidate
        action={() => send(api.settings.$put)}
        submit="Zapisz"
        kind="main"
        beside={
          <ActionButton action={() => send(api.settings.trial.$post)} working="Chwila…">
            Wyślij próbny e-mail
          </ActionButton>
        }
      >
        <Section title="Poczta">
          {setting("user", "Nazwa użytkownika", {
            autoComplete: "off",
            inputMode: "email",
            onBlur: () => void findServer(),
            help: "Zwykle cały adres e-mail, z którego strona ma wysyłać. Panel odgadnie z niego serwer.",
          })}
          <StatusMessage>{foundText}</StatusMessage>
          {setting("password", "Hasło skrzynki", {
            ...secret(hasPassword),
            error: "Wpisz hasło: zapisane należy do innego serwera albo innej nazwy.",
          })}
          {setting("host", "Serwer poczty", {
            error: "Podaj nazwę serwera. Jeśli poczta ma nie działać, usuń też nazwę użytkownika.",
            help: "Poda go firma, która prowadzi skrzynkę. Szukaj słów „SMTP” albo „serwer poczty wychodzącej”.",
          })}
          {setting("port", "Port", {
            inputMode: "numeric",
            help: "Zwykle 465, czasem 587.",
            error: "Podaj numer portu.",
          })}
          {setting("mailFrom", "Nadawca e-maili", {
            placeholder: contentEmail,
            help: `Adres, z którego ta skrzynka może wysyłać. ${ifEmpty}`,
            error: "Podaj adres e-mail.",
          })}
          {setting("mailTo", "Zapytania przychodzą na adres", {
            placeholder: contentEmail,
            help: ifEmpty,
            error: "Podaj adres e-mail.",
          })}
        </Section>
        <Section title="Dane osób, które piszą">
          {setting("retentionDays", "Po ilu dniach usuwać zapytania", {
            inputMode: "numeric",
            help: "Starsze znikają na zawsze, najpóźniej po dobie, także te, które już przyszły. Tę liczbę podaje też informacja o danych na stronie: zmieni się tam sama w ciągu kilku minut.",
            error: "Podaj liczbę dni, od 1 do 36500.",
          })}
        </Section>
        <Section title="Powiadomienie rano">
          {setting("morningHour", "O której podać, co jest na dziś", {
            as: "select",
            disabled: fixed.includes("morningHour"),
            children: ["off", "5", "6", "7", "8", "9", "10", "11"].map((hour) => (
              <option key={hour} value={hour}>
                {hour === "off" ? "nigdy" : `${hour}:00`}
              </option>
            )),
          })}
        </Section>
        <Section title="Skąd przychodzą">
          {setting("visitTags", "Oznaczenia odnośników", {
            placeholder: "ulotka, wizytowka",
            autoCapitalize: "none",
            help: "Odnośnik na ulotce zakończ na przykład tak: /?z=ulotka. „Liczby” powiedzą, ile było z niego wejść. Wpisz tu te słowa po przecinku, bez polskich liter i odstępów.",
            error: "Użyj małych liter (bez polskich znaków), cyfr i kresek, a słowa oddziel przecinkami.",
          })}
        </Section>
        <Section title="Serwer kopii">
          {setting("backupUrl", "Adres folderu na zaszyfrowane kopie", {
            type: "url",
            help: "Poda go firma, która przechowuje pliki. WebDAV, na przykład Nextcloud: https://serwer/folder/. S3: s3://serwer/zasobnik/folder/, w razie potrzeby z ?region=… na końcu.",
            error: "Podaj cały adres, od https:// albo s3://, bez nazwy i hasła.",
          })}
          {setting("backupUser", "Użytkownik serwera (w S3: klucz dostępu)", { autoComplete: "off" })}
          {setting("backupPassword", "Hasło (w S3: klucz tajny)", secret(hasBackupPassword))}
        </Section>
        <Section title="Alarm">
          {setting("alertUrl", "Dokąd wysłać ostrzeżenie (zapytaj osobę, która opiekuje się serwerem)", {
            type: "url",
            placeholder: alertHost === null ? "https://" : `zapisany: ${alertHost}`,
            help: "O każdym kłopocie, który pokazuje „Stan”, program wysyła ostrzeżenie pod ten adres (webhook), bo e-mail może wtedy nie dotrzeć. W ostrzeżeniu nie ma danych osobowych.",
            error: "Podaj cały adres, na przykład https://example.pl/alarm.",
          })}
          {alertHost !== null && !fixed.includes("alertUrl") ? (
            <Check key={saves} name="noAlert">
              Usuń zapisany adres alarmu
            </Check>
          ) : null}
        </Section>
        <StatusMessage>{status}</StatusMessage>
      </ActionForm>
    </Screen>
  );
}

const secret = (isStored: boolean) => ({
  type: "password",
  autoComplete: "new-password",
  help: isStored ? "Jest zapisane i nigdy się nie pokazuje. Wpisz tylko nowe." : undefined,
});

type SettingProps = Omit<ComponentProps<typeof TextInput>, "label"> & { readonly error?: string };
