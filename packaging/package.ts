// npm run package [-- --arch amd64|arm64] [--version 1.2.3] [--out FOLDER] [--news "Co nowego, jednym zdaniem."]: builds the Debian
// packages. docs/decisions/014 says how. With --repository https://ADDRESS --key FINGERPRINT the folder becomes a signed apt repository for
// that address, with every package that is already in it, and the packages bring their updates from there.
import { execFileSync } from "node:child_process";
import { hash } from "node:crypto";
import { mkdirSync, mkdtempDisposableSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { bundleProgram } from "../tools/build/bundles.ts";
import { buildCode } from "../tools/build/code.ts";
import { buildDeb } from "./build-deb.ts";
import { nameInstalledCommands } from "./installed-commands.ts";
import { signRepository, sourcesFile } from "./repository.ts";
import { type Arch, arches, stageFiles } from "./stage.ts";

const { values } = parseArgs({
  options: {
    arch: { type: "string", multiple: true, default: Object.keys(arches) },
    version: { type: "string" },
    out: { type: "string", default: "dist" },
    news: { type: "string" },
    repository: { type: "string" },
    key: { type: "string", default: "" },
  },
});
const version: string = values.version ?? JSON.parse(readFileSync("package.json", "utf8")).version;
const outDir = resolve(values.out);
const { news, repository, key } = values;
// First, so that a missing key fails at once and not after minutes.
const sources = repository && sourcesFile(repository, key);

using work = mkdtempDisposableSync(join(tmpdir(), "trainer-site-package-"));
const built = { codeDir: join(work.path, "code"), commandDir: join(work.path, "command") };
await buildCode(built.codeDir);
// Includes the tools that it runs, each in its own chunk.
await bundleProgram("packaging/command/trainer-site.ts", built.commandDir, "trainer-site.js");
for (const folder of [built.codeDir, built.commandDir]) await nameInstalledCommands(folder);
mkdirSync(outDir, { recursive: true });
for (const arch of values.arch) {
  if (!isArch(arch)) throw new Error(`There is no package for ${arch}: ${Object.keys(arches).join(", ")}`);
  const root = join(work.path, arch);
  stageFiles(root, { ...built, arch, version, news, sources });
  const file = join(outDir, `trainer-site_${version}_${arch}.deb`);
  buildDeb(root, file, commitTime());
  const sum = hash("sha256", readFileSync(file));
  console.log(`${file} (${(statSync(file).size / 1e6).toFixed(1)} MB, SHA-256 ${sum})`);
}
if (sources) {
  writeFileSync(join(outDir, "trainer-site.sources"), sources);
  signRepository(outDir, { key, now: new Date() });
  console.log(`${outDir}: to be served at ${repository}`);
}

function isArch(name: string): name is Arch {
  return name in arches;
}

/** The time set on all files, so that the same commit gives the same bytes. */
function commitTime(): number {
  const given = process.env.SOURCE_DATE_EPOCH;
  return Number(given ?? execFileSync("git", ["log", "-1", "--format=%ct"], { encoding: "utf8" }));
}
