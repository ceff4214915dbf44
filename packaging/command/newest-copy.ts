// Writes the newest full backup to standard output.
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { openBackups } from "../../process/daily-backups.ts";
import { loadConfig } from "../../server/config.ts";

const backups = openBackups(loadConfig());
const [newest] = await backups.list();
const file = newest && (await backups.find(newest.name));
if (file === undefined) {
  console.error("Kopia powstała, ale już jej nie ma. Spróbuj jeszcze raz.");
  process.exitCode = 1;
} else await pipeline(createReadStream(file), process.stdout);
