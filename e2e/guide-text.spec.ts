import { execFile } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv, promisify } from "node:util";
import { parseConfig } from "../server/config.ts";
import { commandsIn, fromClone, guide, ranElsewhere, trainerGuide } from "./guide.ts";
import { expect, test } from "./test.ts";

test("commands listed as run by other tests are run there", () => {
  for (const [command, spec] of Object.entries(ranElsewhere)) {
    const words = fromClone(command).replace(" --silent", "").split(" ");
    const [program, file, script = ""] = words;
    const options = words.filter((word) => /^--\w/.test(word));
    const source = readFileSync(spec, "utf8");
    for (const word of [program === "node" ? file : toolOf(script), ...options])
      expect(source, command).toContain(`"${word}"`);
  }
});

const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };

/** The file that an npm script finally runs. */
function toolOf(script: string): string | undefined {
  const line = scripts[script] ?? "";
  const [, next] = /npm run --silent ([\w:-]+)$/.exec(line) ?? [];
  return next ? toolOf(next) : /tools\/[\w-]+\.ts$/.exec(line)?.[0];
}

for (const [name, text] of Object.entries({ "instalacja.md": guide, "dla-trenera.md": trainerGuide })) {
  test(`links and pictures of ${name} exist`, () => {
    const links = [...text.matchAll(/\]\(([^)]+)\)|src="([^"]+)"/g)].map(
      ([, link, src]) => link ?? src ?? "",
    );
    expect(links.filter((link) => !/^https?:/.test(link) && !isThere(link, name))).toEqual([]);
    expect(links.length).toBeGreaterThan(5);
  });
}

test("the trainer's guide needs no terminal", () => {
  expect(commandsIn(trainerGuide)).toEqual([]);
  expect(trainerGuide).not.toMatch(/```|terminal/i);
});

function isThere(link: string, from: string): boolean {
  const [file = "", anchor] = link.split("#");
  const path = join("docs", file || from);
  if (!existsSync(path)) return false;
  const headings = anchor ? readFileSync(path, "utf8").matchAll(/^#+ (.+)$/gm) : [];
  return anchor === undefined || [...headings].some(([, words = ""]) => anchorOf(words) === anchor);
}

/** The anchor that GitHub gives a heading. */
const anchorOf = (words: string) =>
  words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, "")
    .replaceAll(" ", "-");

const unit = readFileSync("packaging/files/trainer-site.service", "utf8");
const defaults = parseEnv(readFileSync("packaging/files/defaults.env", "utf8"));

test("the settings shown in the guide are valid, and the service writes to the paths that it names", () => {
  const blocks = [...guide.matchAll(/```text\n(.*?)```/gs)].map(([, block = ""]) => parseEnv(block));
  const settings = blocks.filter((block) => Object.keys(block).length > 0) as Record<string, string>[];
  expect(settings).toHaveLength(1);
  for (const block of settings) expect(parseConfig({ ...defaults, ...block })).toMatchObject({ ok: true });
  expect(unit).toContain("\nStateDirectory=trainer-site\n");
  expect(defaults.DATA_DIR).toBe("/var/lib/trainer-site");
  expect(guide).toContain(`${defaults.DATA_DIR}/copies`);
  expect(unit).toContain("--env-file=/etc/trainer-site/env ");
  expect(guide).toContain("nano /etc/trainer-site/env");
});

test("systemd accepts the unit that the guide starts", async () => {
  test.skip(!existsSync("/usr/bin/systemd-analyze"), "This machine has no systemd");
  const copy = test.info().outputPath("trainer-site.service");
  const installed = unit.replaceAll("/usr/lib/trainer-site/current/bin/node", process.execPath);
  writeFileSync(copy, installed.replace(/^Documentation=.*\n/m, ""));
  const run = promisify(execFile);
  const version = Number(/systemd (\d+)/.exec((await run("systemd-analyze", ["--version"])).stdout)?.[1]);
  const { stdout, stderr } = await run("systemd-analyze", ["verify", copy]);
  const complaints = (stdout + stderr).split("\n").filter((line) => line !== "");
  // Only systemd 254 and newer slow restarts down. Older versions warn about both settings and ignore them.
  const isExpected = (line: string) =>
    version < 254 && /Unknown key 'Restart(?:Steps|MaxDelaySec)' in section \[Service\], ignoring/.test(line);
  expect(complaints.filter((line) => !isExpected(line))).toEqual([]);
});
