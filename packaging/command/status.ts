import { existsSync } from "node:fs";
import { problemTexts } from "../../enquiries/health.server.ts";
import { remedies } from "../../panel/browser/state/remedies.ts";
import { createBackups } from "../../panel/server/backups/backups.ts";
import { error, signedLine } from "../../publishing/launch/problem.ts";
import { releaseTime } from "../../publishing/release-store.ts";
import { loadConfig } from "../../server/config.ts";
import { readFreeDiskBytes } from "../../server/health.ts";
import { currentRelease } from "../../server/releases.ts";
import { fetchHealth } from "./health.ts";
import { becomeSiteUser, paths, run } from "./machine.ts";

// In a container, where nobody is root, the settings come from the environment.
if (process.getuid?.() === 0 && !existsSync(paths.settings)) {
  console.log("Strona nie jest jeszcze uruchomiona. Zrobi to: trainer-site setup www.twoja-domena.pl");
  process.exitCode = 1;
} else await printStatus();

async function printStatus(): Promise<void> {
  // Without D-Bus only root may ask systemd.
  const [site, caddy] = ["trainer-site", "caddy"].map((unit) => run("systemctl", ["is-active", unit]).output);
  const hasCaddy = existsSync(paths.caddyfile);
  becomeSiteUser();
  const config = loadConfig();
  const health = await fetchHealth(config);
  const lastBackup = await createBackups(config).lastMadeAt();
  const release = currentRelease(config.releasesDir);
  const facts = [
    ["Adres", config.siteUrl],
    ["Program", health ? "działa" : `nie odpowiada (${site}): journalctl -u trainer-site`],
    ...(hasCaddy ? [["Caddy", caddy === "active" ? "działa" : "nie działa: journalctl -u caddy"]] : []),
    ["Publikacja", release ? releaseTime(release) : "nie ma żadnej"],
    ["Poczta", config.smtpUrl ? "ustawiona" : "nieustawiona: zapytania widać w panelu, e-maile czekają"],
    ["Ostatnia kopia", lastBackup?.toLocaleString("pl-PL", { timeZone: "Europe/Warsaw" }) ?? "nie ma żadnej"],
    ["Wolne miejsce", `${Math.round((await readFreeDiskBytes(config.dataDir)) / 1e9)} GB`],
  ];
  for (const [name, value] of facts) console.log(`${`${name}:`.padEnd(16)} ${value}`);
  for (const problem of health?.problems ?? [])
    console.log(signedLine(error(`${problemTexts[problem]} ${remedies[problem]}`)));
  process.exitCode = health?.status === "ok" ? 0 : 1;
}
