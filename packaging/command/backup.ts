import { closeSync, openSync, rmSync } from "node:fs";
import { runAsSite } from "./machine.ts";
import { isOfSite } from "./open-for-site.ts";

const [file] = process.argv.slice(2);
if (file === undefined) process.exitCode = runAsSite(["copy"]);
else if (!file.endsWith(".tar")) fail("Kopia jest archiwum tar: podaj nazwę, która kończy się na .tar.");
else if (isOfSite(file)) fail("Kopie w folderze strony program robi sam: podaj plik w innym miejscu.");
else backUpInto(file);

/** Only root may write there, so root opens the file and the site's user fills it. */
function backUpInto(path: string): void {
  const target = create(path);
  if (target === undefined) {
    fail(`Plik ${path} już istnieje, podaj inną nazwę.`);
    return;
  }
  const status = runAsSite(["copy"]) || runAsSite(["newest-copy"], { stdout: target });
  closeSync(target);
  process.exitCode = status;
  if (status === 0) console.log(`Ta sama kopia jest w pliku ${path}.`);
  else rmSync(path);
}

function create(path: string): number | undefined {
  try {
    return openSync(path, "wx", 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return undefined;
    throw error;
  }
}

function fail(reason: string): void {
  console.error(reason);
  process.exitCode = 1;
}
