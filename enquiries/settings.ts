/** What the owner may change while the service runs: it is asked for whenever it is needed. */
export type EnquirySettings = {
  /** `smtp://` or `smtps://`; undefined means that e-mails wait in the outbox. */
  smtpUrl: string | undefined;
  /** `kontakt@example.pl` or `Name <kontakt@example.pl>`; undefined means the e-mail of the content. */
  mailFrom: string | undefined;
  mailTo: string | undefined;
  /** Told of problems; undefined means nobody. */
  alertWebhookUrl: string | undefined;
  enquiryRetentionDays: number;
};
