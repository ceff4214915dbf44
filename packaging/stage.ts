import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { completion, manPage } from "./command/describe.ts";
import { copyright, notices } from "./copyright.ts";
import { unpackPackage, withDependencies } from "./npm-package.ts";

/** Debian's names of the machines that packages are made for, and Node's. */
export const arches = { amd64: "x64", arm64: "arm64" } as const;
export type Arch = keyof typeof arches;

interface Program {
  readonly arch: Arch;
  readonly version: string;
  readonly codeDir: string;
  readonly commandDir: string;
  readonly cacheDir: string;
}

const filesDir = join(import.meta.dirname, "files");
const libDir = "usr/lib/trainer-site/program";

/** Puts everything that the package holds under `root`, where it will lie on the machine. */
export function stageFiles(root: string, program: Program): void {
  stageProgram(join(root, libDir), program);
  stageSystemFiles(root, program);
}

function stageProgram(folder: string, { arch, version, codeDir, commandDir, cacheDir }: Program): void {
  const cpu = arches[arch];
  copyJs(codeDir, join(folder, "build/code"));
  rmSync(join(folder, "build/code/inputs"), { force: true });
  copyJs(commandDir, join(folder, "command"));
  cpSync("content", join(folder, "content"), { recursive: true });
  cpSync(cacheDir, join(folder, "cache"), { recursive: true });
  for (const name of withDependencies([
    "sharp",
    `@img/sharp-linux-${cpu}`,
    `@img/sharp-libvips-linux-${cpu}`,
  ])) {
    const target = join(folder, "node_modules", name);
    unpackPackage(name, target);
    for (const part of ["src", "install", "bin"])
      rmSync(join(target, part), { recursive: true, force: true });
  }
  const node = join(folder, "../node");
  unpackPackage(`node-linux-${cpu}`, node);
  mkdirSync(join(folder, "bin"), { recursive: true });
  cpSync(join(node, "bin/node"), join(folder, "bin/node"));
  cpSync(join(node, "LICENSE"), join(folder, "node_modules/node-LICENSE"));
  rmSync(node, { recursive: true });
  write(
    join(folder, "package.json"),
    `${JSON.stringify({ name: "trainer-site", version, type: "module" })}\n`,
  );
  write(join(folder, "defaults.env"), ownFile("defaults.env"));
  write(join(folder, "Caddyfile"), readFileSync("deploy/Caddyfile", "utf8"));
}

/** What the program says names the commands as they are called from a clone. */
function copyJs(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
  for (const name of [...readdirSync(to), ...readdirSync(join(to, "parts")).map((name) => `parts/${name}`)]) {
    if (!name.endsWith(".js")) continue;
    const file = join(to, name);
    writeFileSync(file, installedCommands(readFileSync(file, "utf8")));
  }
}

/** `npm run check:launch -- --json` is `trainer-site check --json` on a machine that has the package. */
export function installedCommands(text: string): string {
  return text.replaceAll(/npm run (?:--silent )?([a-z]+)(?::[a-z]+)?(?: --(?= |$))?/g, "trainer-site $1");
}

function stageSystemFiles(root: string, { arch, version }: Program): void {
  const put = (path: string, text: string | Buffer) => write(join(root, path), text);
  put("DEBIAN/control", `${ownFile("control").replace("@VERSION@", version).replace("@ARCH@", arch)}`);
  for (const name of ["postinst", "prerm", "postrm", "templates"]) put(`DEBIAN/${name}`, ownFile(name));
  put("usr/bin/trainer-site", ownFile("trainer-site.sh"));
  for (const name of readdirSync(filesDir).filter((name) => /\.(?:service|timer)$/.test(name))) {
    put(`usr/lib/systemd/system/${name}`, ownFile(name));
  }
  put("usr/lib/sysusers.d/trainer-site.conf", ownFile("sysusers.conf"));
  put("usr/lib/tmpfiles.d/trainer-site.conf", ownFile("tmpfiles.conf"));
  put("usr/share/bash-completion/completions/trainer-site", completion());
  put("usr/share/man/man1/trainer-site.1.gz", compressed(manPage(version)));
  put("usr/share/trainer-site/env.example", readFileSync(".env.example", "utf8"));
  put("usr/share/lintian/overrides/trainer-site", ownFile("lintian-overrides"));
  const doc = "usr/share/doc/trainer-site";
  put(`${doc}/copyright`, copyright());
  put(`${doc}/NOTICES.gz`, compressed(notices(join(root, libDir, "node_modules"))));
  put(`${doc}/changelog.gz`, compressed(ownFile("changelog").replace("@VERSION@", version)));
  mkdirSync(join(root, "etc/trainer-site"), { recursive: true });
  symlinkSync("../../trainer-site/env.example", join(root, doc, "env.example"));
}

/** Without a name and a time in it, so that the same text makes the same bytes. */
function compressed(text: string): Buffer {
  return gzipSync(text, { level: 9 });
}

function ownFile(name: string): string {
  return readFileSync(join(filesDir, name), "utf8");
}

function write(path: string, text: string | Buffer): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
