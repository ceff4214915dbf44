// The panel's browser code imports this file: keep server code out of it.

import type { BackupSummary } from "./stage-backup.ts";

/** What a backup would bring, as Polish terms with their facts, for the owner to confirm. `format` formats an ISO time. */
export function backupFacts(summary: BackupSummary, format: (iso: string) => string) {
  const { madeAt, database, settings, siteEmail, canPublish } = summary;
  const { SMTP_URL, MAIL_FROM } = settings.kept;
  const { host, username } = SMTP_URL === undefined ? {} : new URL(SMTP_URL);
  const mailbox = [host, username && decodeURIComponent(username), MAIL_FROM].filter(Boolean).join(", ");
  const keys = database && [...database.passkeys, `kody zapasowe: ${database.recoveryCodes}`];
  const left = settings.leftOut.join(", ");
  return [
    ["Zrobiona", madeAt === undefined ? "nie wiadomo kiedy" : format(madeAt)],
    ["Zapytania", database ? String(database.enquiries) : "w tej kopii ich nie ma"],
    ["Do panelu wejdą", keys?.join(", ")],
    ["E-mail strony", siteEmail],
    ["Poczta", mailbox || "bez ustawień"],
    ["Treść", canPublish === false && mistakes],
    ["Zdjęcia", madeAt && "jeśli jakieś potem usunięto, wróci: usuń je jeszcze raz"],
    ["Osoby", madeAt && database && "usunięte później na innym serwerze wrócą: usuń je jeszcze raz"],
    ["Nie wróci", left && `dokąd idą zapytania, alarmy i kopie (${left})`],
  ] as const;
}

const mistakes = "ma błędy według tej wersji programu: wróci, ale opublikujesz ją dopiero, gdy je poprawisz";
