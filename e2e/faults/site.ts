import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { serverFlags } from "../../publishing/code-build.ts";
import { loadConfig, noSettings } from "../../server/config.ts";
import { freePort } from "../../server/testing/free-port.ts";

/** All log lines of all servers. None may contain personal data. */
export const allLogLines: string[] = [];

export type Site = {
  baseUrl: string;
  port: number;
  pid: number | undefined;
  dataDir: string;
  /** kill -9 */
  kill(): Promise<void>;
  /** SIGTERM; returns the exit code. */
  stop(): Promise<number | null>;
  /** The resident memory of the process. */
  memoryBytes(): number;
  /** Changes only the wall clock. */
  setClock(byMs: number): void;
  /** Advances all clocks. */
  passTime(ms: number): void;
  health(): Promise<{ status: number; problems: string[]; outbox: { waiting: number } }>;
};

type Setting =
  | "CONTENT_DIR"
  | "SMTP_URL"
  | "DATABASE_URL"
  | "CANARY"
  | "SITE_URL"
  | "TRUSTED_PROXIES"
  | "ENQUIRY_LIMITS"
  | "VISIT_TAGS";
export type SiteSettings = { dataDir: string } & Partial<Record<Setting, string>>;

const buildDir = dirname(loadConfig().codeDir);

/** The environment of a tested server or command. Empty values override a developer's `.env`. */
export function environment({ dataDir, ...settings }: SiteSettings, port: number): NodeJS.ProcessEnv {
  return {
    ...process.env,
    ...noSettings,
    ENQUIRY_LIMITS: "off",
    CANARY: "off",
    SITE_URL: `http://127.0.0.1:${port}`,
    ...settings,
    BUILD_DIR: buildDir,
    RELEASES_DIR: join(dataDir, "releases"),
    DATA_DIR: dataDir,
    PORT: String(port),
  };
}

/** Starts the built site as a separate process, through `launcher` if given, and waits until it listens. */
export async function startSite(settings: SiteSettings, launcher: readonly string[] = []): Promise<Site> {
  const port = await freePort();
  const clock = join(import.meta.dirname, "moving-clock.ts");
  const server = [...serverFlags, "--import", clock, join(buildDir, "code/main.js")];
  const [program = "", ...words] = [...launcher, process.execPath, ...server];
  const child = spawn(program, words, {
    env: environment(settings, port),
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  await listening(child);
  const baseUrl = `http://127.0.0.1:${port}`;

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await once(child, "exit");
    }
    return child.exitCode;
  }

  return {
    baseUrl,
    port,
    pid: child.pid,
    dataDir: settings.dataDir,
    kill: async () => void (await end("SIGKILL")),
    stop: () => end("SIGTERM"),
    memoryBytes: () =>
      Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) * 1024,
    setClock: (byMs) => void child.send({ wallMs: byMs, monotonicMs: 0 }),
    passTime: (ms) => void child.send({ wallMs: ms, monotonicMs: ms }),
    async health() {
      const response = await fetch(`${baseUrl}/api/health`);
      return { ...(await response.json()), status: response.status };
    },
  };
}

async function listening(child: ChildProcess): Promise<void> {
  if (!child.stdout || !child.stderr) throw new Error("the site's output is not piped");
  const started = Promise.withResolvers<void>();
  child.once("exit", () => started.reject(new Error(`the site did not start: ${allLogLines.at(-1)}`)));
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on("line", (line) => {
      allLogLines.push(line);
      if (line.includes('"listening"')) started.resolve();
    });
  }
  await started.promise;
}

/** Runs a function with a temporary folder. */
export async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "faults-"));
  try {
    return await use(folder);
  } finally {
    // The children of a stopped server end a moment after it, and may still write.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}
