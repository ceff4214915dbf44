import type { LinksTable } from "../../accounts/storage/tables.ts";

/** An e-mail in plain text to the trainer's own mailbox. */
export type PlainMail = { subject: string; text: string };

export const recoveryMail = (siteUrl: string, token: string): PlainMail => ({
  subject: "Powrót do panelu",
  text: `Ktoś, kto zna jeden z kodów zapasowych, prosi o powrót do panelu strony.

Jeśli to Ty, otwórz ten adres w ciągu 30 minut i wpisz ten sam kod:
${siteUrl}/panel/start#${token}

Wszystkie dotychczasowe urządzenia zostaną wtedy wylogowane, a panel zapyta, które klucze zostają.

Jeśli to nie Ty, nie otwieraj adresu i utwórz w panelu nowe kody zapasowe (Stan → Urządzenia i kody).`,
});

/** For every link that was used. */
export const newDeviceMail = (deviceName: string, purpose: LinksTable["purpose"]): PlainMail => ({
  subject: "Nowe urządzenie w panelu",
  text: `Panel strony otwarto na nowym urządzeniu: ${deviceName}.
${
  purpose === "device"
    ? `Wpuściło je inne urządzenie, na którym panel jest otwarty.

Jeśli to nie Ty, wyloguj je w panelu (Stan → Urządzenia i kody).`
    : `Wszystkie inne urządzenia zostały wylogowane, a ich klucze są wstrzymane, dopóki nowe urządzenie nie wskaże, które zostają.

Jeśli to nie Ty, utwórz na serwerze nowy link do panelu: zakończy on tę sesję. W panelu sprawdź potem listę urządzeń.`
}`,
});
