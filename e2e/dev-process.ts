import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "../server/testing/free-port.ts";

export interface DevProcess {
  /** Without a slash at the end. */
  readonly address: string;
  /** Replaces words in a file of the content; throws when they are not there. */
  change(file: string, from: string, to: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts `npm run dev` on a copy of the content that may be changed. */
export async function startDev(): Promise<DevProcess> {
  const folder = await mkdtemp(join(tmpdir(), "content-"));
  const contentDir = join(folder, "content");
  await cp("content", contentDir, { recursive: true });
  const port = String(await freePort());
  const child = spawn(process.execPath, ["tools/dev.ts"], {
    env: { ...process.env, CONTENT_DIR: contentDir, PORT: port, HOST: "127.0.0.1", SITE_URL: "" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface(child.stdout)) if (line.includes("Podgląd strony")) break;
  return {
    address: `http://127.0.0.1:${port}`,
    async change(file, from, to) {
      const path = join(contentDir, file);
      const text = await readFile(path, "utf8");
      if (!text.includes(from)) throw new Error(`${file} does not say: ${from}`);
      await writeFile(path, text.replace(from, to));
    },
    async stop() {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
      await rm(folder, { recursive: true });
    },
  };
}
