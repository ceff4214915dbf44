/** An e-mail in plain text to the trainer's own mailbox. */
export type PlainMail = { subject: string; text: string };

export type OwnerMailDeps = {
  /** Sends at once; false when the mail server did not take it or there is none. */
  sendToOwner: (mail: PlainMail) => Promise<boolean>;
  siteUrl: string;
};

export type OwnerMail = ReturnType<typeof createOwnerMail>;

/** The e-mails by which the panel protects its owner. */
export function createOwnerMail({ sendToOwner, siteUrl }: OwnerMailDeps) {
  /** The token is a secret: it is sent at once and never waits in the outbox. */
  function sendRecoveryLink(token: string): Promise<boolean> {
    return sendToOwner({
      subject: "Powrót do panelu",
      text: `Ktoś, kto zna jeden z kodów zapasowych, prosi o powrót do panelu strony.

Jeśli to Ty, otwórz ten adres w ciągu 30 minut i wpisz ten sam kod:
${siteUrl}/panel/start#${token}

Wszystkie dotychczasowe urządzenia zostaną wtedy wylogowane.

Jeśli to nie Ty, nie otwieraj adresu i utwórz w panelu nowe kody zapasowe (Stan → Urządzenia i kody).`,
    });
  }

  /** Nobody waits for this e-mail; the journal tells the same. */
  function tellOfNewDevice(deviceName: string): void {
    void sendToOwner({
      subject: "Nowe urządzenie w panelu",
      text: `Panel strony otwarto na nowym urządzeniu: ${deviceName}.
Wszystkie inne urządzenia zostały wylogowane.

Jeśli to nie Ty, utwórz na serwerze nowy link do panelu: zakończy on tę sesję. W panelu sprawdź potem listę urządzeń.`,
    });
  }

  return { sendRecoveryLink, tellOfNewDevice };
}
