import { randomInt } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Ports given out by any process of this user, as one folder each. */
const givenDir = join(tmpdir(), `given-ports-${process.getuid?.() ?? ""}`);
const given: string[] = [];
process.once("exit", () => {
  for (const folder of given) rmSync(folder, { recursive: true, force: true });
});

/**
 * A port that is free right now, and that nobody else is given while this process lives: between the choice and its use, another test could
 * choose it too. It is below those of outgoing connections, one of which could take it a moment later.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(11_000, 32_000);
    const probe = createServer().listen(port, "127.0.0.1");
    const isFree = await once(probe, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    probe.close();
    await once(probe, "close");
    if (isNew(port)) return port;
  }
}

/** A folder cannot be made twice. What a killed process has left is used again after an hour. */
function isNew(port: number): boolean {
  const folder = join(givenDir, String(port));
  const givenAt = statSync(folder, { throwIfNoEntry: false })?.mtimeMs;
  if (givenAt && Date.now() - givenAt > 3_600_000) rmSync(folder, { recursive: true, force: true });
  mkdirSync(givenDir, { recursive: true });
  try {
    mkdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
  given.push(folder);
  return true;
}
