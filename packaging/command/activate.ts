// Puts the program that the package has just brought into service. What runs is a copy of it made of hard links, so that dpkg may
// replace and remove its own files while the program before it goes on; `current` leads to the copy that is in service.
import { existsSync, mkdirSync, readdirSync, readlinkSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { keptDatabaseFile } from "../../enquiries/owner/kept-databases.server.ts";
import { loadConfig } from "../../server/config.ts";
import { currentRelease } from "../../server/releases.ts";
import { becomesHealthy } from "./ask-health.ts";
import { paths, run, runAsSite } from "./machine.ts";
import { rehearse } from "./rehearse.ts";

const versionsDir = join(paths.lib, "versions");
const currentLink = join(paths.lib, "current");
const config = loadConfig();
const isBooted = existsSync("/run/systemd/system");

const previous = existsSync(currentLink) ? basename(readlinkSync(currentLink)) : undefined;
clearAway([previous]);
const next = makeCopy();
const isInService = await putIntoService();
clearAway([previous, inService()]);
// A rehearsal that failed may still be waiting for an answer.
process.exit(isInService ? 0 : 1);

async function putIntoService(): Promise<boolean> {
  const isSetUp = currentRelease(config.releasesDir) !== undefined;
  if (isSetUp && previous !== undefined) {
    console.log("Próba nowej wersji na kopii danych…");
    const fault = await rehearse(join(versionsDir, next), config);
    if (fault !== undefined) return stay(fault);
  }
  const copy = isSetUp && config.databaseUrl === undefined ? makeBackup() : undefined;
  if (copy === "failed") return stay("nie udało się zrobić kopii bazy");
  lead(next);
  if (!isBooted || run("systemctl", ["is-active", "--quiet", "trainer-site"]).status !== 0) return true;
  if (await restarts()) {
    console.log("Działa nowa wersja programu.");
    return true;
  }
  return previous === undefined
    ? stay("program nie odpowiada: journalctl -u trainer-site")
    : goBack(previous, copy);
}

function stay(fault: string): false {
  console.error(
    `Nowa wersja nie została uruchomiona: ${fault}.\nDotychczasowa działa dalej. Po usunięciu przyczyny: dpkg --configure -a`,
  );
  return false;
}

/** The program before cannot read a database that the new one has changed: then the copy takes its place. */
async function goBack(version: string, copy: string | undefined): Promise<boolean> {
  lead(version);
  if (await restarts()) return stay("nie odpowiadała prawidłowo");
  run("systemctl", ["stop", "trainer-site"]);
  if (copy !== undefined) runAsSite(["put-back", copy], join(versionsDir, version));
  const isBack = await restarts();
  return stay(
    `nie odpowiadała prawidłowo${isBack ? "" : ", a dotychczasowa się nie uruchamia: journalctl -u trainer-site"}`,
  );
}

async function restarts(): Promise<boolean> {
  return run("systemctl", ["restart", "trainer-site"], 600_000).status === 0 && becomesHealthy(config, 30);
}

function makeBackup(): string | "failed" {
  const copy = keptDatabaseFile(paths.data, new Date(), "upgrade");
  return runAsSite(["copy-database", copy], join(versionsDir, next)) === 0 ? copy : "failed";
}

function makeCopy(): string {
  mkdirSync(versionsDir, { recursive: true });
  const name = new Date().toISOString().replaceAll(/[:.]/g, "-");
  const partial = join(versionsDir, `${name}.partial`);
  const program = join(paths.lib, "program");
  // Not every file system has hard links; a copy does as well.
  const copied =
    run("cp", ["-al", program, partial]).status === 0 || run("cp", ["-a", program, partial]).status === 0;
  if (!copied) throw new Error(`${partial} cannot be written`);
  renameSync(partial, join(versionsDir, name));
  return name;
}

function lead(version: string): void {
  const link = `${currentLink}.new`;
  rmSync(link, { force: true });
  symlinkSync(join("versions", version), link);
  renameSync(link, currentLink);
}

function inService(): string | undefined {
  return existsSync(currentLink) ? basename(readlinkSync(currentLink)) : undefined;
}

function clearAway(kept: readonly (string | undefined)[]): void {
  for (const name of existsSync(versionsDir) ? readdirSync(versionsDir) : []) {
    if (!kept.includes(name)) rmSync(join(versionsDir, name), { recursive: true });
  }
}
