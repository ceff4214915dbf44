import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { createPhotoImporter } from "../../publishing/photos/import-photo.ts";
import { loadConfig } from "../../server/config.ts";

// Imports a photograph as the panel does, in a process that can be killed.
const [, , photo = ""] = process.argv;
const { kind } = await createPhotoImporter(loadConfig())(readFileSync(photo), basename(photo));
process.exitCode = kind === "stored" ? 0 : 1;
