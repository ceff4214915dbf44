import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { sqliteFile } from "../../enquiries/storage/database.server.ts";
import { shownContent } from "../../publishing/history.ts";
import type { Config } from "../../server/config.ts";
import { becomesHealthy } from "./ask-health.ts";
import { giveToSite, paths, runAsSite, siteCommand } from "./machine.ts";

const patienceSeconds = 600;

/**
 * Starts a program on a copy of the database and the published content while the current one keeps running. It must migrate the
 * tables, publish and become healthy; otherwise the result is the reason in Polish. It sends no messages. Its pictures stay cached.
 */
export async function rehearse(program: string, config: Config): Promise<string | undefined> {
  // A PostgreSQL database is not copied. The new program checks it when it starts.
  if (config.databaseUrl !== undefined) return undefined;
  const folder = mkdtempSync(join(paths.data, "rehearsal-"));
  giveToSite(folder);
  try {
    const copied =
      !existsSync(sqliteFile(config.dataDir)) ||
      runAsSite(["copy-database", sqliteFile(folder)], program) === 0;
    if (!copied) return "nie może odczytać bazy zapytań (powód wyżej)";
    return await startOn(folder, program, config);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function startOn(folder: string, program: string, config: Config): Promise<string | undefined> {
  const port = await freePort();
  const settings = {
    PORT: String(port),
    HOST: "127.0.0.1",
    DATA_DIR: folder,
    RELEASES_DIR: join(folder, "releases"),
    CACHE_DIR: config.cacheDir,
    LOG_LEVEL: "error",
    CONTENT_DIR: shownContent(config) ?? config.contentDir,
    SMTP_URL: "",
    ALERT_WEBHOOK_URL: "",
    CANARY: "off",
    PANEL: "off",
  };
  const { node, args, options } = siteCommand(["serve"], program, settings);
  const child = spawn(node, args, { ...options, stdio: ["ignore", "ignore", "inherit"] });
  const ended = new Promise<string>((done) => {
    child.once("exit", () => done("nie uruchamia się na kopii danych (powód wyżej)"));
    child.once("error", (error) => done(error.message));
  });
  const healthy = becomesHealthy({ port }, patienceSeconds).then((is) => (is ? undefined : "nie odpowiada"));
  const fault = await Promise.race([ended, healthy]);
  child.kill("SIGTERM");
  await ended;
  return fault;
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => done(typeof address === "object" && address ? address.port : 0));
    });
  });
}
