import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

export interface SiteProcess {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly dataDir: string;
  stop(): Promise<void>;
}

/** Starts the built site on a free port, or on `PORT`, with an empty storage of its own; `settings` go before all others. */
export async function startSite(settings: Record<string, string> = {}): Promise<SiteProcess> {
  const dataDir = settings.DATA_DIR ?? (await mkdtemp(join(tmpdir(), "site-data-")));
  const port = settings.PORT ?? String(await freePort());
  const child = spawn(process.execPath, ["server/main.ts"], {
    env: { ...process.env, ...defaults, ...settings, PORT: port, DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await listening(child);
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    dataDir,
    async stop() {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A developer's own settings must not reach the tests; an empty value counts as unset, also against an `.env` file. */
const defaults = {
  HOST: "127.0.0.1",
  SITE_URL: "",
  API_BROWSER_BASE_URL: "",
  API_BASE_URL: "",
  DATABASE_URL: "",
  SMTP_URL: "",
  ALERT_WEBHOOK_URL: "",
  TRUSTED_PROXIES: "",
  CORS_ORIGINS: "",
  CANARY: "off",
  ENQUIRY_LIMITS: "off",
  LOG_LEVEL: "info",
};

/** A port that nothing listens on at this moment. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (typeof address !== "object" || address === null) throw new Error("The probe has no port");
  return address.port;
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
