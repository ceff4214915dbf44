import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { temporaryFolder } from "../publishing/testing/temporary-folder.ts";
import { externalPackages } from "../tools/build/bundles.ts";
import { buildDeb } from "./build-deb.ts";
import { commandNames, help } from "./command/commands.ts";
import { installedCommands, nameInstalledCommands } from "./installed-commands.ts";
import { ownFiles, packagesBeside } from "./stage.ts";

const ownFile = ownFiles({ arch: "amd64", version: "1" });
const hasDpkg = spawnSync("dpkg-deb", ["--version"]).status === 0;

function tree(): string {
  const root = temporaryFolder();
  const put = (path: string, text: string) => {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text, { mode: 0o640 });
  };
  put(
    "DEBIAN/control",
    "Package: a\nVersion: 1\nArchitecture: all\nMaintainer: A <a@example.com>\nDescription: a\n",
  );
  put("DEBIAN/postinst", "#!/bin/sh\n");
  put("usr/bin/a", "#!/bin/sh\n");
  put("usr/lib/a/text", "text");
  return root;
}

describe.runIf(hasDpkg)("a package", () => {
  test("built from the same files and time has the same bytes, whatever their modes and times", () => {
    const [one, other] = [join(temporaryFolder(), "a.deb"), join(temporaryFolder(), "b.deb")];
    buildDeb(tree(), one, 1_700_000_000);
    buildDeb(tree(), other, 1_700_000_000);
    expect(readFileSync(one).equals(readFileSync(other))).toBe(true);
  });

  test("contains executable programs and world-readable files, all owned by root", () => {
    const file = join(temporaryFolder(), "a.deb");
    buildDeb(tree(), file, 1_700_000_000);
    const { stdout } = spawnSync("dpkg-deb", ["-c", file], { encoding: "utf8" });
    expect(stdout).toMatch(/^-rwxr-xr-x root\/root .* \.\/usr\/bin\/a$/m);
    expect(stdout).toMatch(/^-rw-r--r-- root\/root .* \.\/usr\/lib\/a\/text$/m);
  });
});

test.each([
  ["npm run check:launch", "trainer-site check"],
  ["npm run backup -- PLIK.tar", "trainer-site backup PLIK.tar"],
  ["Powrót do poprzedniej: npm run rollback", "Powrót do poprzedniej: trainer-site rollback"],
  ["npm run panel -- link`", "trainer-site panel link`"],
  // The site's user may write no file where root is.
  ["  export [--out PLIK]   wszystkie", "  export [> PLIK]       wszystkie"],
])("what the program says names the installed command: %s", (text, installed) => {
  expect(installedCommands(text)).toBe(installed);
});

test("the panel's scripts use it too, and so do their compressed versions", async () => {
  const folder = temporaryFolder();
  const text = `export const told = "${"npm run panel -- link, ".repeat(20)}";`;
  mkdirSync(join(folder, "panel/assets"), { recursive: true });
  for (const ending of ["", ".br", ".gz"])
    writeFileSync(join(folder, `panel/assets/sign-in.js${ending}`), text);
  await nameInstalledCommands(folder);
  const read = (ending: string) => readFileSync(join(folder, `panel/assets/sign-in.js${ending}`));
  const all = [read(""), brotliDecompressSync(read(".br")), gunzipSync(read(".gz"))].map(String);
  for (const one of all) expect(one).toContain("trainer-site panel link, ");
  for (const one of all) expect(one).not.toContain("npm");
});

test("every command shown to the owner exists in the installed package", () => {
  const names = commandNames.join("|");
  const sources = spawnSync("git", ["grep", "-hoE", "npm run (--silent )?[a-z:]+", "--", ...told], {
    encoding: "utf8",
  });
  const installed = new Set(installedCommands(sources.stdout).split("\n").filter(Boolean));
  expect([...installed].filter((call) => !new RegExp(`^trainer-site (${names})$`).test(call))).toEqual([]);
  expect(installed.size).toBeGreaterThan(5);
});

/** Files with texts for the owner of an installed site. */
const told = [
  "enquiries/**/*.ts",
  "server/*.ts",
  "panel/server/*.ts",
  "panel/browser/**/*.tsx",
  "tools/*.ts",
  "publishing/launch/*.ts",
  "tools/check-launch/**/*.ts",
  "tools/publish/*.ts",
].flatMap((path) => [
  path,
  `:!${path.replace(/\*\.tsx?$/, "*.test.ts")}`,
  ":!tools/dev.ts",
  ":!tools/testing/promises.ts",
]);

test("packages that the programs import without bundling are in the package", () => {
  const imported = externalPackages.filter((name) => name !== "pg-native").map((path) => path.split("/")[0]);
  expect([...packagesBeside("amd64")]).toEqual(expect.arrayContaining(imported));
});

test("every unit has the hardening of the service, from its first setting to its last", () => {
  for (const unit of ["trainer-site-backup", "trainer-site-releases@", "trainer-site-releases-from@"])
    expect(ownFile(`${unit}.service`)).toMatch(
      /^ProtectSystem=strict$[\s\S]*^NoNewPrivileges=yes$[\s\S]*^SystemCallErrorNumber=EPERM$/m,
    );
});

test("help, manual and completion list every command", () => {
  for (const name of commandNames) {
    expect(help()).toContain(`trainer-site ${name}`);
    expect(ownFile("trainer-site.1")).toContain(`\n.B ${name}`);
    expect(ownFile("completion.bash")).toMatch(new RegExp(`compgen -W "[a-z ]*\\b${name}\\b`));
  }
});

test("the copyright lists Node, libvips, the typeface and the bundled packages", () => {
  for (const word of ["Node.js", "LGPL-3.0", "OFL-1.1", " react ", " kysely ", " workbox-core "])
    expect(ownFile("copyright")).toContain(word);
  expect(ownFile("copyright")).not.toContain("undefined");
});

const scripts = ["postinst", "prerm", "postrm", "trainer-site.sh", "update.sh", "pull-releases.sh"].map(
  (name) => `packaging/files/${name}`,
);
test.each(scripts)("%s has valid shell syntax", (file) => {
  expect(existsSync(file)).toBe(true);
  expect(spawnSync("sh", ["-n", file], { encoding: "utf8" })).toMatchObject({ status: 0, stderr: "" });
});

test("C9.2 an update that a power cut has interrupted is completed by the next tap", () => {
  const folder = temporaryFolder();
  const [journal, log] = [join(folder, "journal"), join(folder, "log")];
  writeFileSync(journal, "");
  const commands = {
    dpkg: `case $1 in --compare-versions) [ "$2" != "$4" ] ;; *) echo dpkg "$@" >>${log}; rm ${journal}; exit 1 ;; esac`,
    "apt-cache": "echo '  Candidate: 2'",
    // The first question meets the system's own; and as apt does after dpkg was interrupted.
    "apt-get": `[ -e ${folder}/asked ] || { : >${folder}/asked; echo 'E: Could not get lock'; exit 100; }
[ "$1" = update ] || { [ ! -e ${journal} ] && echo '{"version":"2"}' >${folder}/package.json; }`,
    sleep: "",
  };
  for (const [name, text] of Object.entries(commands))
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  writeFileSync(join(folder, "package.json"), '{"version":"1"}');
  const script = readFileSync("packaging/files/update.sh", "utf8")
    .replace("/var/lib/trainer-site-update", folder)
    .replace("/usr/lib/trainer-site/current", folder);
  const env = { PATH: `${folder}:${process.env.PATH}` };
  spawnSync("sh", ["-s", "install"], { input: script, env });
  expect(readFileSync(join(folder, "progress"), "utf8")).toMatch(/^phase: done\nfault: \n/);
  expect(readFileSync(log, "utf8")).toBe("dpkg --force-confold --configure -a\n");
});

test("the cloud-init file follows the guide, with a placeholder address, package and hash, and shows no link on the console", () => {
  const { write_files: files, runcmd } = parse(readFileSync("deploy/cloud-init.yaml", "utf8"));
  const contents = files.map(({ content }: { content: string }) => content.trim());
  expect(contents).toEqual([
    "www.example.pl",
    expect.stringMatching(/^https:.*\/trainer-site_[\d.]+_amd64\.deb$/),
    expect.stringMatching(/^0{64}$/),
  ]);
  for (const { path } of files) expect(runcmd.join("\n")).toContain(`$(cat ${path})`);
  expect(runcmd.at(-1)).toMatch(/^trainer-site setup .*--link-file \/root\//);
});

test("the completion has valid bash syntax", () => {
  expect(spawnSync("bash", ["-n"], { input: ownFile("completion.bash"), encoding: "utf8" })).toMatchObject({
    status: 0,
    stderr: "",
  });
});
