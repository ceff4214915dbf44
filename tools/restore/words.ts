import { toPolishTime } from "../../enquiries/owner/export.server.ts";
import type { Restored } from "../../panel/server/backups/restore-journal.ts";
import type { BackupSummary } from "../../panel/server/backups/stage-backup.ts";
import type { Config } from "../../server/config.ts";

/** What a backup would bring, in lines for the terminal. */
export function wordsOfSummary({ madeAt, database, settings }: BackupSummary): string {
  const { SMTP_URL, MAIL_FROM } = settings.kept;
  const { host, username } = SMTP_URL === undefined ? {} : new URL(SMTP_URL);
  const mailbox = [host, username && decodeURIComponent(username), MAIL_FROM].filter(Boolean).join(", ");
  const lines = [
    madeAt === undefined ? "Kopia samej bazy." : `Kopia z ${toPolishTime(madeAt)}.`,
    database ? `Zapytania: ${database.enquiries}.` : "Bez bazy zapytań.",
  ];
  if (database) {
    const devices = database.passkeys.join(", ") || "żadne";
    lines.push(`Do panelu wejdą: ${devices}. Kody zapasowe: ${database.recoveryCodes}.`);
  }
  if (mailbox) lines.push(`Poczta: ${mailbox}.`);
  if (settings.leftOut.length > 0) lines.push(`Nie wrócą ustawienia: ${settings.leftOut.join(", ")}.`);
  return lines.join("\n");
}

/** What a restore has done, in lines for the terminal. */
export function wordsOfOutcome(
  { database, databaseKeptAs, contentKeptAs, isPublished }: Restored,
  { ownContentDir, databaseUrl }: Pick<Config, "ownContentDir" | "databaseUrl">,
): string {
  const lines: string[] = [];
  if (database) {
    lines.push(`Baza przywrócona (zapytania: ${database.enquiries}).`);
    if (database.erasedAgain > 0) {
      lines.push(
        `Ponownie usunięte zapytania osób, które po zrobieniu kopii prosiły o usunięcie danych: ${database.erasedAgain}.`,
      );
    }
    if (database.undecided > 0) {
      lines.push(
        `E-maile, które mogły wyjść już po zrobieniu kopii: ${database.undecided}. Program nie wyśle ich sam.`,
        "Po uruchomieniu strony wyśle je polecenie: npm run enquiries -- resend --dead",
      );
    }
  } else if (databaseUrl) lines.push("W kopii nie było bazy: PostgreSQL przywraca jego własne narzędzie.");
  if (databaseKeptAs)
    lines.push(`Poprzednia baza leży w pliku ${databaseKeptAs}. Zniknie sama po 30 dniach.`);
  if (isPublished !== undefined || contentKeptAs)
    lines.push(`Treść i zdjęcia są w folderze ${ownContentDir}.`);
  if (contentKeptAs)
    lines.push(`Poprzednia treść leży w folderze ${contentKeptAs}. Zniknie sama po 30 dniach.`);
  if (isPublished) lines.push("Strona jest opublikowana taka, jaka była w chwili kopii.");
  if (isPublished === false)
    lines.push("Strony nie udało się opublikować: zrób to w panelu albo poleceniem publish.");
  return lines.join("\n");
}
