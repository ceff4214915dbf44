import { spawnSync } from "node:child_process";
import { chownSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { temporaryFolder } from "../publishing/testing/temporary-folder.ts";
import { noSettings } from "../server/config.ts";

test.each(["tools", "tools/testing"])(
  "every file in %s is a command of package.json, and every folder belongs to one",
  async (folder) => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
      scripts: Record<string, string>;
    };
    const commands = Object.values(scripts).join("\n");
    const entries = await readdir(folder, { withFileTypes: true });
    const strays = entries.filter((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.name.endsWith(".test.ts") || path === "tools/testing") return false;
      return entry.isDirectory() ? !existsSync(`${path}.ts`) : !commands.includes(` ${path}`);
    });
    expect(strays.map(({ name }) => name)).toEqual([]);
  },
);

/** Runs a command with a data folder of its own. */
function run(command: string, args: readonly string[], dataDir: string) {
  const env = { ...process.env, ...noSettings, DATA_DIR: dataDir };
  return spawnSync(process.execPath, [`tools/${command}.ts`, ...args], { env, encoding: "utf8" });
}

test("npm run publish takes no words: who asks for help wants nothing published", () => {
  const dataDir = temporaryFolder();
  expect(run("publish", ["--help"], dataDir)).toMatchObject({
    status: 2,
    stdout: "",
    stderr: "Użycie: npm run publish\n",
  });
  expect(readdirSync(dataDir)).toEqual([]);
});

test.skipIf(process.getuid?.() !== 0)(
  "root restores nothing into another user's folder, where the site could not read it",
  () => {
    const dataDir = temporaryFolder();
    chownSync(dataDir, 65_534, 65_534);
    expect(run("restore", ["kopia.tar", "--yes"], dataDir)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("jako użytkownik, do którego należy folder danych"),
    });
    expect(readdirSync(dataDir)).toEqual([]);
  },
);
