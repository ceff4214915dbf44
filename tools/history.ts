import { listHistory } from "../publishing/history.ts";
import { loadConfig } from "../server/config.ts";
import { restorePublication } from "./publish/restore.ts";
import { timeOf } from "./publish/tell-owner.ts";

const origins = {
  command: "publikacja",
  restore: "przywrócenie",
  update: "nowa wersja programu",
  schedule: "zgodnie z datą",
  panel: "publikacja z panelu",
};

const config = loadConfig();
const [command, name] = process.argv.slice(2);
if (command === undefined) list();
else if (command === "restore" && name !== undefined) await restorePublication(config, name);
else {
  console.error("Użycie: npm run history albo npm run history -- restore NAZWA");
  process.exitCode = 1;
}

function list(): void {
  const entries = listHistory(config);
  if (entries.length === 0) console.log("Nic jeszcze nie opublikowano.");
  for (const { name, origin, restores } of entries) {
    const what =
      origin !== "restore" || restores === undefined
        ? origins[origin]
        : `przywrócona wersja z ${timeOf(restores)}`;
    console.log(`${timeOf(name)}  ${name}  ${what}`);
  }
}
