import { listHistory } from "../publishing/history.ts";
import { releaseTime } from "../publishing/release-store.ts";
import { loadConfig } from "../server/config.ts";

const origins = {
  command: "publikacja",
  restore: "przywrócenie",
  update: "nowa wersja programu albo zmiana ustawień",
  schedule: "automatycznie, w zaplanowanym dniu",
  panel: "publikacja z panelu",
};

const entries = listHistory(loadConfig());
if (entries.length === 0) console.log("Nic jeszcze nie opublikowano.");
for (const { name, origin, restores, changes = [] } of entries) {
  const what =
    origin === "restore" && restores ? `przywrócona wersja z ${releaseTime(restores)}` : origins[origin];
  console.log([`${releaseTime(name)}  ${name}  ${what}`, ...changes.map((line) => `  ${line}`)].join("\n"));
}
