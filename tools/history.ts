import { linesBetween } from "../publishing/content-copy.ts";
import { contentOf, type HistoryEntry, listHistory, readEntry } from "../publishing/history.ts";
import { loadConfig } from "../server/config.ts";
import { timeOf } from "./publish/report-release.ts";
import { restorePublication } from "./publish/restore.ts";

const origins = {
  command: "publikacja",
  restore: "przywrócenie",
  update: "nowa wersja programu",
  schedule: "zgodnie z datą",
  panel: "publikacja z panelu",
};

/** How many changes of each publication the list shows. */
const listed = 3;

const config = loadConfig();
const [command, name, other] = process.argv.slice(2);
if (command === undefined) list();
else if (command === "show" && name !== undefined) show(name);
else if (command === "compare" && name !== undefined && other !== undefined) compare(name, other);
else if (command === "restore" && name !== undefined) await restorePublication(config, name);
else {
  fail(`Użycie:
  npm run history
  npm run history -- show NAZWA
  npm run history -- compare NAZWA NAZWA
  npm run history -- restore NAZWA`);
}

function list(): void {
  const entries = listHistory(config);
  if (entries.length === 0) console.log("Nic jeszcze nie opublikowano.");
  for (const entry of entries) {
    const { changes = [] } = entry;
    print(headOf(entry), changes.slice(0, listed));
    if (changes.length > listed) console.log(`  … (wszystkich zmian: ${changes.length})`);
  }
}

function show(name: string): void {
  const entry = readEntry(config, name) ?? failWithout(name);
  const { changes = ["Nie ma opisu zmian tej wersji."] } = entry;
  print(headOf(entry), changes.length > 0 ? changes : ["Treść jest taka sama jak w poprzedniej wersji."]);
}

function compare(before: string, after: string): void {
  const contentIn = (name: string) => contentOf(config, name) ?? failWithout(name);
  const changes = linesBetween(contentIn(before), contentIn(after));
  console.log(changes.length > 0 ? changes.join("\n") : "Treść obu wersji jest taka sama.");
}

function headOf({ name, origin, restores }: HistoryEntry): string {
  const what =
    origin !== "restore" || restores === undefined
      ? origins[origin]
      : `przywrócona wersja z ${timeOf(restores)}`;
  return `${timeOf(name)}  ${name}  ${what}`;
}

function print(head: string, changes: readonly string[]): void {
  console.log([head, ...changes.map((line) => `  ${line}`)].join("\n"));
}

function failWithout(name: string): never {
  fail(`Nie ma wersji ${name}. Listę pokaże npm run history.`);
}

function fail(text: string): never {
  console.error(text);
  process.exit(1);
}
