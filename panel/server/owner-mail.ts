/** An e-mail in plain text to the trainer's own mailbox. */
export type PlainMail = { subject: string; text: string };

export const recoveryMail = (siteUrl: string, token: string): PlainMail => ({
  subject: "Powrót do panelu",
  text: `Ktoś, kto zna jeden z kodów zapasowych, prosi o powrót do panelu strony.

Jeśli to Ty, otwórz ten adres w ciągu 30 minut i wpisz ten sam kod:
${siteUrl}/panel/start#${token}

Wszystkie dotychczasowe urządzenia zostaną wtedy wylogowane.

Jeśli to nie Ty, nie otwieraj adresu i utwórz w panelu nowe kody zapasowe (Stan → Urządzenia i kody).`,
});

export const newDeviceMail = (deviceName: string): PlainMail => ({
  subject: "Nowe urządzenie w panelu",
  text: `Panel strony otwarto na nowym urządzeniu: ${deviceName}.
Wszystkie inne urządzenia zostały wylogowane.

Jeśli to nie Ty, utwórz na serwerze nowy link do panelu: zakończy on tę sesję. W panelu sprawdź potem listę urządzeń.`,
});
