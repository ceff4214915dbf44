// Run by an upgrade as the site's user: starts this program on a copy of the database and the published content, while the current one
// keeps running. It must migrate the tables, publish and become healthy; otherwise the status is 1 and the reason is printed. It sends no
// messages. Its pictures stay cached.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempDisposableSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { backUpDatabase } from "../../enquiries/owner/database-file.server.ts";
import { sqliteFile } from "../../enquiries/storage/database.server.ts";
import { shownContent } from "../../publishing/history.ts";
import { loadConfig } from "../../server/config.ts";
import { currentRelease } from "../../server/releases.ts";
import { becomesHealthy } from "./health.ts";

const patienceSeconds = 600;
const host = "127.0.0.1";
const config = loadConfig();

// A PostgreSQL database is not copied. The new program checks it when it starts.
const canRehearse = config.databaseUrl === undefined && currentRelease(config.releasesDir) !== undefined;
const fault = canRehearse ? await rehearse() : undefined;
if (fault !== undefined) console.error(`Przyczyna: ${fault}.`);
// A failed rehearsal may still be waiting for a response.
process.exit(fault === undefined ? 0 : 1);

async function rehearse(): Promise<string | undefined> {
  using folder = mkdtempDisposableSync(join(config.dataDir, "rehearsal-"));
  if (existsSync(sqliteFile(config.dataDir))) {
    const copied = await backUpDatabase(config.dataDir, sqliteFile(folder.path));
    if (!copied.ok) return `nie można skopiować bazy zapytań (${copied.problem})`;
  }
  return await startOn(folder.path);
}

async function startOn(folder: string): Promise<string | undefined> {
  const port = await freePort();
  // A copy, because a withdrawn opinion is taken out of the content of whatever server runs.
  const [shown, content] = [shownContent(config), join(folder, "content")];
  if (shown !== undefined) cpSync(shown, content, { recursive: true });
  const settings = {
    PORT: String(port),
    HOST: host,
    // A local address, so that it publishes on its own.
    SITE_URL: `http://localhost:${port}`,
    DATA_DIR: folder,
    RELEASES_DIR: join(folder, "releases"),
    CACHE_DIR: config.cacheDir,
    LOG_LEVEL: "error",
    CONTENT_DIR: shown === undefined ? config.contentDir : content,
    SMTP_URL: "",
    ALERT_WEBHOOK_URL: "",
    BACKUP_URL: "",
    CANARY: "off",
    PANEL: "off",
  };
  const child = spawn(process.execPath, ["command/trainer-site.js", "/", "serve", "rehearsal"], {
    env: { ...process.env, ...settings },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise<string>((done) => {
    child.once("exit", () => done("program nie uruchamia się na kopii danych (powód wyżej)"));
    child.once("error", (error) => done(error.message));
  });
  const healthy = becomesHealthy({ host, port }, patienceSeconds).then((is) =>
    is ? undefined : "program nie odpowiada",
  );
  const outcome = await Promise.race([ended, healthy]);
  child.kill("SIGTERM");
  await ended;
  return outcome;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
