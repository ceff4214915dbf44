import { readContentFolder } from "../content-model/read-content.ts";
import { createBackups } from "../panel/server/backups/backups.ts";
import { offsiteFacts } from "../panel/server/backups/offsite/offsite-backups.ts";
import { leftToDo, type Task } from "../publishing/launch/left-to-do.ts";
import { isError, signedLine } from "../publishing/launch/problem.ts";
import { loadConfig } from "../server/config.ts";
import { currentRelease } from "../server/releases.ts";
import { checkSettings } from "./check-launch/check-settings.ts";

// npm run check:launch prints the panel's "Zacznij tutaj" and checks the server's settings. Exit status 1 until the site is ready.
const config = loadConfig();
const now = new Date();
const checks: Pick<Task, "name" | "problems">[] = [
  ...leftToDo(readContentFolder(config.contentDir), {
    siteUrl: config.siteUrl,
    mailConfigured: config.smtpUrl !== undefined,
    lastBackup: await createBackups(config).lastMadeAt(),
    offsite: offsiteFacts(config.dataDir, now.getTime()),
    isPublished: currentRelease(config.releasesDir) !== undefined,
    now,
  }),
  { name: "Ustawienia serwera", problems: checkSettings(config) },
];
for (const { name, problems } of checks) {
  const lines = problems.length > 0 ? problems.map(signedLine) : ["✓ w porządku"];
  console.log(`${[name, ...lines].join("\n  ")}\n`);
}
const isReady = !checks.some(({ problems }) => problems.some(isError));
console.log(isReady ? "Strona może ruszać." : "Strona nie jest jeszcze gotowa.");
process.exitCode = isReady ? 0 : 1;
