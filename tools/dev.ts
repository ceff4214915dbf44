import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { watch } from "node:fs";
import { join } from "node:path";
import { serverFlags } from "../publishing/code-build.ts";
import { loadConfig, noSettings } from "../server/config.ts";
import { codeInputs } from "./build/build-when-stale.ts";

// npm run dev: builds and serves the site, and again after each change of the content or the sources. If a build fails, the previous
// site stays. Enquiries go to a separate database, and no e-mail is sent: of the settings in `.env` only those named below count.

// Debounces changes, because editors save a file in several steps.
const quietMs = 100;

const { contentDir, cacheDir, host, port } = loadConfig();
const buildDir = ".cache/dev/build";
const env = {
  ...process.env,
  ...noSettings,
  HOST: host,
  PORT: String(port),
  BUILD_DIR: buildDir,
  CACHE_DIR: cacheDir,
  CONTENT_DIR: contentDir,
  DATA_DIR: ".cache/dev/data",
};

let server: ChildProcess | undefined;
let renewed = renew();
let timer: NodeJS.Timeout | undefined;
for (const path of [contentDir, ...codeInputs]) {
  watch(path, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      renewed = renewed.then(renew);
    }, quietMs);
  });
}
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    server?.kill(signal);
    process.exit();
  });
}

async function renew(): Promise<void> {
  const options = { env, stdio: "inherit" } as const;
  const [status] = await once(spawn(process.execPath, ["tools/build.ts"], options), "exit");
  if (status !== 0) return;
  if (server?.kill()) await once(server, "exit");
  server = spawn(process.execPath, [...serverFlags, join(buildDir, "code/main.js")], options);
  console.log(`Podgląd strony: http://localhost:${port}`);
}
