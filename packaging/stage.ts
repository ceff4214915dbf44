import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { commandNames, usages } from "./command/commands.ts";
import { installedCommands } from "./installed-commands.ts";
import { licenses, notices, unpackPackage, withDependencies } from "./npm-packages.ts";
import { repositoryName } from "./repository.ts";

/** The supported architectures: Debian's name and Node's. */
export const arches = { amd64: "x64", arm64: "arm64" } as const;
export type Arch = keyof typeof arches;

interface Program {
  readonly arch: Arch;
  readonly version: string;
  readonly codeDir: string;
  readonly commandDir: string;
  /** What is new, in a sentence for the owner. */
  readonly news?: string | undefined;
  /** The apt sources file of the repository with updates. */
  readonly sources?: string | undefined;
}

const filesDir = join(import.meta.dirname, "files");
/** Files of npm packages that are left out. Of libheif only the single-file decoder is needed. */
const unneeded = [
  ...["src", "install", "bin", "libheif", "libheif-wasm/libheif-bundle.mjs"],
  ...["libheif-wasm/libheif.js", "libheif-wasm/libheif.wasm", "libheif-wasm/libheif.d.ts"],
];
const libDir = "usr/lib/trainer-site/program";

function stageProgram(folder: string, { arch, version, codeDir, commandDir }: Program): void {
  const cpu = arches[arch];
  cpSync(codeDir, join(folder, "build/code"), { recursive: true });
  cpSync(commandDir, join(folder, "command"), { recursive: true });
  for (const name of ["content", "sample-pictures"]) cpSync(name, join(folder, name), { recursive: true });
  for (const name of packagesBeside(arch)) {
    const target = join(folder, "node_modules", name);
    unpackPackage(name, target);
    for (const part of unneeded) rmSync(join(target, part), { recursive: true, force: true });
  }
  const node = join(folder, "../node");
  unpackPackage(`node-linux-${cpu}`, node);
  mkdirSync(join(folder, "bin"), { recursive: true });
  cpSync(join(node, "bin/node"), join(folder, "bin/node"));
  cpSync(join(node, "LICENSE"), join(folder, "node_modules/node-LICENSE"));
  rmSync(node, { recursive: true });
  const manifest = { name: "trainer-site", version, type: "module" };
  write(join(folder, "package.json"), `${JSON.stringify(manifest)}\n`);
  cpSync(join(filesDir, "defaults.env"), join(folder, "defaults.env"));
  cpSync("deploy/Caddyfile", join(folder, "Caddyfile"));
}

/** Packages that the built programs import without bundling them. */
export function packagesBeside(arch: Arch): Set<string> {
  const native = ["sharp", "sharp-libvips"].map((name) => `@img/${name}-linux-${arches[arch]}`);
  return withDependencies(["sharp", ...native, "libheif-js"]);
}

/** Writes the package's files under `root`, at the paths of the installed system. */
export function stageFiles(root: string, program: Program): void {
  stageProgram(join(root, libDir), program);
  const ownFile = ownFiles(program);
  const put = (path: string, text: string | Buffer) => write(join(root, path), text);
  for (const name of ["control", "postinst", "prerm", "postrm", "templates"])
    put(`DEBIAN/${name}`, ownFile(name));
  if (program.news)
    put("DEBIAN/control", ownFile("control").replace(/^Description/m, `News: ${program.news}\n$&`));
  stageUpdates(put, program);
  for (const name of ["update.sh", "pull-releases.sh", "rsyncd.conf"])
    put(join(libDir, name), readFileSync(join(filesDir, name)));
  put("usr/bin/trainer-site", ownFile("trainer-site.sh"));
  for (const name of readdirSync(filesDir).filter((name) => /\.(?:service|timer|path)$/.test(name)))
    put(`usr/lib/systemd/system/${name}`, ownFile(name));
  put("usr/lib/sysusers.d/trainer-site.conf", ownFile("sysusers.conf"));
  put("usr/lib/tmpfiles.d/trainer-site.conf", ownFile("tmpfiles.conf"));
  put("usr/share/bash-completion/completions/trainer-site", ownFile("completion.bash"));
  put("usr/share/man/man1/trainer-site.1.gz", compressed(ownFile("trainer-site.1")));
  put("usr/share/trainer-site/env.example", installedCommands(readFileSync(".env.example", "utf8")));
  put("usr/share/lintian/overrides/trainer-site", ownFile("lintian-overrides"));
  const doc = "usr/share/doc/trainer-site";
  put(`${doc}/copyright`, ownFile("copyright"));
  put(`${doc}/NOTICES.gz`, compressed(notices(join(root, libDir, "node_modules"))));
  put(`${doc}/changelog.gz`, compressed(ownFile("changelog")));
  mkdirSync(join(root, "etc/trainer-site"), { recursive: true });
  symlinkSync("../../trainer-site/env.example", join(root, doc, "env.example"));
}

/** Lets unattended-upgrades install from the repository, and adds the repository if there is one. */
function stageUpdates(put: (path: string, text: string | Buffer) => void, { sources }: Program): void {
  const settings = "etc/apt/apt.conf.d/52trainer-site";
  const origin = `origin=${repositoryName},label=${repositoryName}`;
  put(settings, `Unattended-Upgrade::Origins-Pattern { "${origin}"; };\n`);
  const sourcesPath = "etc/apt/sources.list.d/trainer-site.sources";
  if (sources) put(sourcesPath, sources);
  put("DEBIAN/conffiles", [settings, ...(sources ? [sourcesPath] : [])].map((path) => `/${path}\n`).join(""));
}

const read = (name: string) => readFileSync(join(filesDir, name), "utf8");

/** Reads files of `files/` and replaces placeholders such as `@VERSION@`, which differ between packages. */
export function ownFiles({ arch, version }: Pick<Program, "arch" | "version">): (name: string) => string {
  const escaped = (text: string) => text.replaceAll("-", "\\-");
  const manual = Object.entries(usages).map(([name, text]) => `.TP\n.B ${escaped(name)}\n${escaped(text)}.`);
  const values: Record<string, string> = {
    ...licenses(),
    ARCH: arch,
    VERSION: version,
    COMMANDS: commandNames.join(" "),
    MANUAL: manual.join("\n"),
    HARDENING: /^ProtectSystem=.*?(?=\n\n)/ms.exec(read("trainer-site.service"))?.[0] ?? "",
  };
  return (name) => read(name).replaceAll(/@([A-Z]+)@/g, (place, key) => values[key] ?? place);
}

/** Compresses without a name or time, so that the same text gives the same bytes. */
const compressed = (text: string): Buffer => gzipSync(text, { level: 9 });

function write(path: string, text: string | Buffer): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
