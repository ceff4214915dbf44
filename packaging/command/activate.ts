// Activates the program that the package has just installed. The service runs a copy made of hard links, so that dpkg may replace and
// remove its own files while the previous program keeps running. `current` links to the active copy.
import { existsSync, mkdirSync, readdirSync, readlinkSync, renameSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { keptDatabaseFile } from "../../enquiries/owner/kept-databases.server.ts";
import { switchTo } from "../../publishing/release-store.ts";
import { loadRootConfig } from "../../server/config.ts";
import { readJson, writeAtomically } from "../../server/durable-files.ts";
import { becomesHealthy } from "./health.ts";
import { paths, run, runAsSite } from "./machine.ts";

const versionsDir = join(paths.lib, "versions");
const currentLink = join(paths.lib, "current");
/** There while a new version is tried: should that be interrupted, the next attempt still leads back to what worked. */
const noteFile = join(paths.lib, "upgrade.json");
const config = loadRootConfig();
const isBooted = existsSync("/run/systemd/system");

const interrupted = readJson<{ previous: string; copy?: string } | undefined>(noteFile, undefined);
const previous = interrupted?.previous ?? currentVersion();
removeVersionsExcept([previous, currentVersion()]);
const next = makeCopy();
const isInService = await putIntoService();
removeVersionsExcept([previous, currentVersion()]);
if (isInService || currentVersion() === previous) rmSync(noteFile, { force: true });
process.exitCode = isInService ? 0 : 1;

async function putIntoService(): Promise<boolean> {
  const isSetUp = existsSync(paths.settings);
  if (isSetUp && previous !== undefined) {
    console.log("Próba nowej wersji na kopii danych…");
    if (runAsSite(["rehearse"], { program: join(versionsDir, next) }) !== 0)
      return keepPrevious("próba się nie udała (powód wyżej)");
  }
  // The version that was interrupted may have changed the tables since.
  const copy = interrupted?.copy ?? (isSetUp && config.databaseUrl === undefined ? makeBackup() : undefined);
  if (copy === "failed") return keepPrevious("nie udało się zrobić kopii bazy");
  if (previous !== undefined) await writeAtomically(noteFile, JSON.stringify({ previous, copy }));
  await switchTo(paths.lib, join("versions", next));
  const isStopped = () => run("systemctl", ["is-active", "--quiet", "trainer-site"]).status !== 0;
  // If it is stopped after an interruption, that may be only because of it.
  if (!isBooted || (!interrupted && isStopped())) return true;
  if (await restartsHealthy()) {
    console.log("Działa nowa wersja programu.");
    runAsSite(["reclaim", "--quiet"], { program: join(versionsDir, next) });
    return true;
  }
  return previous === undefined
    ? keepPrevious("program nie odpowiada: journalctl -u trainer-site")
    : rollBack(previous, copy);
}

function keepPrevious(fault: string): false {
  console.error(
    `Nowa wersja nie została uruchomiona: ${fault}.\nDotychczasowa działa dalej. Po usunięciu przyczyny: dpkg --configure -a`,
  );
  return false;
}

/** Restores the database copy if the previous program cannot read the changed one. Keeps the enquiries that came meanwhile. */
async function rollBack(version: string, copy: string | undefined): Promise<boolean> {
  await switchTo(paths.lib, join("versions", version));
  if (await restartsHealthy()) return keepPrevious("nie odpowiadała prawidłowo");
  run("systemctl", ["stop", "trainer-site"]);
  if (copy !== undefined) runAsSite(["put-back", copy, "--yes"], { program: join(versionsDir, version) });
  const isBack = await restartsHealthy();
  return keepPrevious(
    `nie odpowiadała prawidłowo${isBack ? "" : ", a dotychczasowa się nie uruchamia: journalctl -u trainer-site"}`,
  );
}

async function restartsHealthy(): Promise<boolean> {
  return run("systemctl", ["restart", "trainer-site"], 600_000).status === 0 && becomesHealthy(config, 60);
}

function makeBackup(): string | "failed" {
  const copy = keptDatabaseFile(paths.data, new Date(), "before-upgrade");
  return runAsSite(["copy-database", copy], { program: join(versionsDir, next) }) === 0 ? copy : "failed";
}

function makeCopy(): string {
  mkdirSync(versionsDir, { recursive: true });
  const name = new Date().toISOString().replaceAll(/[:.]/g, "-");
  const partial = join(versionsDir, `${name}.partial`);
  const program = join(paths.lib, "program");
  // Falls back to a copy on file systems without hard links, where the first attempt has left empty folders.
  const copied =
    run("cp", ["-al", program, partial]).status === 0 ||
    run("cp", ["-aT", program, partial], 600_000).status === 0;
  if (!copied) throw new Error(`${partial} cannot be written`);
  renameSync(partial, join(versionsDir, name));
  return name;
}

function currentVersion(): string | undefined {
  return existsSync(currentLink) ? basename(readlinkSync(currentLink)) : undefined;
}

function removeVersionsExcept(kept: readonly (string | undefined)[]): void {
  for (const name of existsSync(versionsDir) ? readdirSync(versionsDir) : []) {
    if (!kept.includes(name)) rmSync(join(versionsDir, name), { recursive: true });
  }
}
