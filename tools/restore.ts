import { postgresAdvice } from "../enquiries/owner/database-file.server.ts";
import { type RestoreResult, restore } from "../enquiries/owner/restore.server.ts";
import { loadConfig } from "../server/config.ts";

const { dataDir, databaseUrl } = loadConfig();
const [file] = process.argv.slice(2);
if (databaseUrl) console.log(postgresAdvice);
else if (file === undefined) console.log("Użycie (przy zatrzymanej stronie): npm run restore -- PLIK");
else {
  const result = await restore(dataDir, file, new Date());
  console.log(result.ok ? messageOf(result) : result.problem);
  process.exitCode = result.ok ? 0 : 1;
}

function messageOf({ contents, erasedAgain, undecided, keptAs }: RestoreResult & { ok: true }): string {
  const lines = [`Baza przywrócona (zapytania: ${contents.enquiries}, e-maile: ${contents.messages}).`];
  if (erasedAgain > 0) {
    lines.push(
      `Ponownie usunięte zapytania osób, które po zrobieniu kopii prosiły o usunięcie danych: ${erasedAgain}.`,
    );
  }
  if (undecided > 0) {
    lines.push(
      `E-maile, które mogły wyjść już po zrobieniu kopii: ${undecided}. Program nie wyśle ich sam.`,
      "Po uruchomieniu strony wyśle je polecenie: npm run enquiries -- resend --dead",
    );
  }
  if (keptAs) lines.push(`Poprzednia baza leży w pliku ${keptAs}. Zniknie sama po 30 dniach.`);
  return lines.join("\n");
}
