// Root's commands with a file argument. The site's user does the work. If perhaps only root can access the file, that user gets it as
// standard input or output; the site's user opens files in the site's folder itself.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, fsyncSync, openSync, realpathSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { fail, paths, runAsSite, siteCommand } from "./machine.ts";

export function restore(...words: string[]): void {
  const file = words.find((word) => !word.startsWith("--"));
  const flags = words.filter((word) => word !== file);
  // A running site notices that the restore was confirmed, and restarts for it.
  if (file === undefined) fail("Użycie: trainer-site restore PLIK.tar [--yes]", 2);
  else if (isOfSite(file)) process.exitCode = runAsSite(["put-back", file, ...flags]);
  else if (existsSync(file))
    process.exitCode = runAsSite(["put-back", "-", ...flags], { stdin: openSync(file, "r") });
  else fail(`Nie ma pliku ${file}.`);
}

export function backUp(file?: string): void {
  if (file === undefined) process.exitCode = runAsSite(["make-backup"]);
  else if (!file.endsWith(".tar")) fail("Kopia jest archiwum tar: podaj nazwę, która kończy się na .tar.");
  else if (isOfSite(file)) fail("Kopie w folderze strony program robi sam: podaj plik w innym miejscu.");
  else if (existsSync(file)) fail(`Plik ${file} już istnieje, podaj inną nazwę.`);
  else {
    // An interrupted backup must not look like a whole one.
    const partial = `${file}.partial`;
    rmSync(partial, { force: true });
    const target = openSync(partial, "wx", 0o600);
    const status = runAsSite(["make-backup", "--stdout"], { stdout: target });
    fsyncSync(target);
    closeSync(target);
    process.exitCode = status;
    if (status === 0) {
      renameSync(partial, file);
      console.log(`Ta sama kopia jest w pliku ${file}.`);
    } else rmSync(partial);
  }
}

export async function loadContent(folder?: string): Promise<void> {
  if (folder === undefined) process.exitCode = runAsSite(["own-content"]);
  else if (isOfSite(folder)) process.exitCode = runAsSite(["put-content", folder]);
  else if (existsSync(folder)) process.exitCode = await sendFolder(folder);
  else fail(`Nie ma folderu ${folder}.`);
}

async function sendFolder(folder: string): Promise<number> {
  const reader = spawn("tar", ["--create", "--dereference", "--mode=u+rwX", "--directory", folder, "."], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const { node, args, options } = siteCommand(["put-content", "-"]);
  const writer = spawn(node, args, { ...options, stdio: ["pipe", "inherit", "inherit"] });
  const ended = Promise.all([once(reader, "exit"), once(writer, "exit")]);
  // A failing reader or a refusing writer prints the reason itself.
  await pipeline(reader.stdout, writer.stdin).catch(() => {});
  return Math.max(...(await ended).map(([status]) => Number(status ?? 1)));
}

/** Whether the path leads through the site's folder, where root must not follow it. */
function isOfSite(path: string): boolean {
  const folder = existsSync(dirname(path)) ? realpathSync(dirname(path)) : path;
  return [path, folder].some((place) => `${place}/`.startsWith(`${paths.data}/`));
}
