/** Settings that the owner may change while the service runs; read whenever they are needed. */
export type EnquirySettings = {
  /** `smtp://` or `smtps://`; undefined means that e-mails wait in the outbox. */
  smtpUrl: string | undefined;
  /** `kontakt@example.pl` or `Name <kontakt@example.pl>`; undefined means the e-mail of the content. */
  mailFrom: string | undefined;
  mailTo: string | undefined;
  /** Receives problems; undefined means no alerts. */
  alertWebhookUrl: string | undefined;
  enquiryRetentionDays: number;
  /** When a notification says what the day holds, on a Polish clock; undefined means never. */
  morningHour: number | undefined;
};
