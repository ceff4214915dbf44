import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { loadConfig } from "../../server/config.ts";

if (process.argv[2] === "-") {
  const folder = mkdtempSync(join(loadConfig().dataDir, "restoring-"));
  try {
    const backup = join(folder, "kopia.tar");
    await pipeline(process.stdin, createWriteStream(backup, { mode: 0o600 }));
    process.argv[2] = backup;
    await import("../../tools/restore.ts");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
} else await import("../../tools/restore.ts");
