import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { serverFlags } from "../publishing/code-build.ts";
import { loadConfig, noSettings } from "../server/config.ts";
import { freePort } from "../server/testing/free-port.ts";

export interface SiteProcess {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  /** The same with a host name, which passkeys need. */
  readonly panelUrl: string;
  readonly dataDir: string;
  readonly pid: number;
  /** Ends it, but leaves its storage. */
  end(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Memory costs the browser tests nothing, and with more space for short-lived objects a start takes 10 % less CPU time. Measurements, which
 * Playwright does not run, take the server as it is.
 */
const moreSpace = process.env.TEST_WORKER_INDEX
  ? ["--max-semi-space-size=16", "--min-semi-space-size=16"]
  : [];

/** Starts the built site on a free port (or `PORT`) with empty storage (or `DATA_DIR`). Stopping it deletes the storage. */
export async function startSite(settings: Record<string, string> = {}): Promise<SiteProcess> {
  const dataDir = settings.DATA_DIR ?? (await mkdtemp(join(tmpdir(), "site-data-")));
  const port = settings.PORT ?? String(await freePort());
  const buildDir = settings.BUILD_DIR ?? dirname(loadConfig().codeDir);
  const words = [...serverFlags, ...moreSpace, join(buildDir, "code/main.js")];
  const child = spawn(process.execPath, words, {
    env: {
      ...process.env,
      ...noSettings,
      ENQUIRY_LIMITS: "off",
      CANARY: "off",
      RELEASES_DIR: join(dataDir, "releases"),
      ...settings,
      BUILD_DIR: buildDir,
      DATA_DIR: dataDir,
      PORT: port,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await listening(child);
  async function end(): Promise<void> {
    child.kill("SIGTERM");
    if (child.exitCode === null) await once(child, "exit");
  }
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    panelUrl: `http://localhost:${port}`,
    dataDir,
    pid: child.pid ?? 0,
    end,
    async stop() {
      await end();
      // Its children end a moment after it, and may still write.
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

async function listening(child: ChildProcess): Promise<void> {
  if (!child.stdout) throw new Error("The site's log is not piped");
  const lines = createInterface(child.stdout);
  await new Promise<void>((resolve, reject) => {
    lines.on("line", (line) => line.includes('"listening"') && resolve());
    child.once("exit", (code) =>
      reject(new Error(`The site ended with status ${code} instead of listening`)),
    );
  });
}
