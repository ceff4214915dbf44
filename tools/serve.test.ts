import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeRelease } from "../publishing/testing/release-fixture.ts";
import { temporaryFolder } from "../publishing/testing/temporary-folder.ts";
import { noSettings } from "../server/config.ts";
import { codeInputs } from "./build/build-when-stale.ts";

test("a failed installation does not stop a published site, which needs only one package to start", () => {
  const home = temporaryFolder();
  for (const part of [...codeInputs, "tools", "package.json", "node_modules/zod"])
    cpSync(part, join(home, part), { recursive: true });
  const name = "2026-01-01T00-00-00-000Z-1a2b3c";
  writeRelease(join(home, "releases", name), { mark: "a1" });
  symlinkSync(name, join(home, "releases/current"));
  mkdirSync(join(home, "build/code"), { recursive: true });
  writeFileSync(join(home, "build/code/main.js"), 'console.log("the server runs");');

  const { stdout, stderr, status } = spawnSync(process.execPath, ["tools/serve.ts"], {
    cwd: home,
    encoding: "utf8",
    env: { ...noSettings, DATA_DIR: join(home, "data"), RELEASES_DIR: join(home, "releases") },
  });
  expect(stderr).toContain("Cannot find package 'sharp'");
  expect(stdout).toContain(`Program pokazuje opublikowaną wersję (${name})`);
  expect(stdout).toContain("the server runs");
  expect(status).toBe(0);
});
