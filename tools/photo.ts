import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { createPhotoImporter } from "../publishing/photos/import-photo.ts";
import { loadConfig } from "../server/config.ts";

const config = loadConfig();
const paths = process.argv.slice(2);
if (paths.length === 0) console.log("Użycie: npm run photo -- PLIK…");
const importPhoto = createPhotoImporter(config);
for (const path of paths) {
  const bytes = read(path);
  const taken = bytes && (await importPhoto(bytes, basename(path)));
  if (taken?.kind === "stored") console.log(taken.file);
  else {
    console.error(`${path}: ${taken?.message ?? "Nie ma takiego pliku albo nie można go odczytać."}`);
    process.exitCode = 1;
  }
}

function read(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
