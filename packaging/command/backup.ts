import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { giveToSite, paths, runAsSite } from "./machine.ts";
import { outdated } from "./outdated.ts";

const [file] = process.argv.slice(2);
const folder = join(paths.data, "backups");
const name = `${new Date().toISOString().replaceAll(/[:.]/g, "-")}.sqlite`;

if (file !== undefined && existsSync(file)) {
  console.error(`Plik ${file} już istnieje, podaj inną nazwę.`);
  process.exitCode = 1;
} else {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  giveToSite(folder);
  const copy = join(folder, name);
  process.exitCode = runAsSite(["copy", copy]);
  if (process.exitCode === 0) {
    if (file !== undefined) copyFileSync(copy, file);
    for (const old of outdated(readdirSync(folder))) rmSync(join(folder, old));
  }
}
