import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { loadConfig, noSettings } from "../server/config.ts";
import { freePort } from "../server/testing/free-port.ts";

export interface DevProcess {
  /** Without a slash at the end. */
  readonly address: string;
  /** Replaces text in a file of the copy; throws if it does not occur. */
  change(file: string, from: string | RegExp, to: string): Promise<void>;
  /** All that it has printed. */
  said(): string;
  stop(): Promise<void>;
}

const contentDir = "data/content";
/** Where `npm run dev` builds. */
const devBuild = ".cache/dev/build";
const changed = ["app", "package.json", "vite.config.ts"];
const ownOfEach = [".cache", ".env", ".git", "build", "content", "data", "test-results", ...changed];

/** Starts `npm run dev` on a copy of the project. Tests may change its content (in `data/content`) and its app. */
export async function startDev(): Promise<DevProcess> {
  await mkdir(".cache", { recursive: true });
  // Inside the project, so that tools that follow links still find their packages.
  const folder = await mkdtemp(resolve(".cache/dev-"));
  await cp("content", join(folder, contentDir), { recursive: true });
  for (const name of changed) await cp(name, join(folder, name), { recursive: true });
  const shared = (await readdir(".")).filter((name) => !ownOfEach.includes(name));
  for (const name of shared) await symlink(resolve(name), join(folder, name));
  // The program is the same, so it is not built before a test changes it.
  await mkdir(join(folder, devBuild), { recursive: true });
  await symlink(resolve(loadConfig().codeDir), join(folder, devBuild, "code"));
  const port = String(await freePort());
  const child = spawn(process.execPath, ["tools/dev.ts"], {
    cwd: folder,
    env: {
      ...process.env,
      ...noSettings,
      CACHE_DIR: resolve(loadConfig().cacheDir),
      PORT: port,
      // As for the real site, which a preview must not touch.
      DATABASE_URL: "postgres://localhost:1/zapytania",
      RELEASES_DIR: "data/releases",
      SITE_URL: "https://www.example.pl",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  await new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (text) => {
        said += text;
        if (said.includes("listening")) resolve();
      });
    }
  });
  return {
    address: `http://127.0.0.1:${port}`,
    async change(file, from, to) {
      const path = join(folder, file);
      const text = await readFile(path, "utf8");
      if (text.search(from) === -1) throw new Error(`${file} does not say: ${from}`);
      await writeFile(path, text.replace(from, to));
    },
    said: () => said,
    async stop() {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
      // The site that it ran ends a moment later, and may still write.
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
