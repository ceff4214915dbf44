import { spawn } from "node:child_process";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openDatabase } from "../../../enquiries/storage/database.server.ts";
import { readSite } from "../../../server/build-facts.ts";
import { loadConfig, noSettings } from "../../../server/config.ts";
import { createLogger } from "../../../server/logger.ts";
import { freePort } from "../../../server/testing/free-port.ts";
import { buildCodeWhenStale, buildSiteWhenStale } from "../../build/build-when-stale.ts";
import { createLink } from "../create-link.ts";
import { fillDemo, seededRandom } from "./fill-demo.ts";

// The panel with made-up enquiries, separate from the real data and the owner's settings. No e-mail is sent.
const count = 200;
const dataDir = "data-demo";
const ownerConfig = loadConfig();
await buildCodeWhenStale(ownerConfig);
await buildSiteWhenStale(ownerConfig);

const port = await freePort();
const siteUrl = `http://localhost:${port}`;
await rm(dataDir, { recursive: true, force: true });
const database = await openDatabase({ dataDir, log: createLogger("error") });
console.log(`Wymyślanie zapytań w folderze ${dataDir}: ${count}…`);
const { goals = [], booking } = readSite(ownerConfig.siteDir)?.business ?? {};
await fillDemo({ database, dataDir, count, goals, booking, now: Date.now(), random: seededRandom(14) });
const link = await createLink(database, siteUrl);
await database.close();

console.log(`\nPanel z wymyślonymi zapytaniami. Otwórz na tym komputerze (link działa raz):\n\n${link}\n`);
const server = spawn(process.execPath, [join(ownerConfig.codeDir, "main.js")], {
  stdio: "inherit",
  env: {
    ...process.env,
    ...noSettings,
    BUILD_DIR: dirname(ownerConfig.codeDir),
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: "warn",
  },
});
process.on("SIGINT", () => {});
process.on("SIGTERM", () => server.kill());
server.on("exit", (code) => process.exit(code ?? 0));
