import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../publishing/testing/temporary-folder.ts";
import { buildDeb } from "./build-deb.ts";
import { signRepository, sourcesFile } from "./repository.ts";

const programs = ["gpg", "apt-get", "dpkg-deb"];
const hasPrograms = programs.every((name) => spawnSync(name, ["--version"]).status === 0);

/** A keyring of this test's own with one key; returns its name. */
function makeKey(): string {
  const home = temporaryFolder();
  const before = process.env.GNUPGHOME;
  process.env.GNUPGHOME = home;
  onTestFinished(() => {
    spawnSync("gpgconf", ["--kill", "all"]);
    if (before === undefined) delete process.env.GNUPGHOME;
    else process.env.GNUPGHOME = before;
  });
  const words = ["--batch", "--quiet", "--passphrase", "", "--quick-generate-key"];
  execFileSync("gpg", [...words, "updates@example.com", "ed25519", "sign", "1y"], { stdio: "ignore" });
  return "updates@example.com";
}

function addPackage(folder: string, version: string): void {
  const root = temporaryFolder();
  mkdirSync(join(root, "DEBIAN"));
  writeFileSync(
    join(root, "DEBIAN/control"),
    `Package: trainer-site\nVersion: ${version}\nArchitecture: all\nMaintainer: A <a@example.com>\nNews: Nowe w ${version}.\nDescription: a\n`,
  );
  buildDeb(root, join(folder, `trainer-site_${version}_all.deb`), 1_700_000_000);
}

/** An apt that knows this repository alone and touches nothing of this machine. */
function createApt(sources: string) {
  const root = temporaryFolder();
  for (const folder of [
    "etc/apt/preferences.d",
    "var/lib/apt/lists/partial",
    "var/cache/apt",
    "var/lib/dpkg",
  ])
    mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, "var/lib/dpkg/status"), "");
  writeFileSync(join(root, "site.sources"), sources);
  const options = [
    `Dir=${root}`,
    `Dir::State::status=${root}/var/lib/dpkg/status`,
    `Dir::Etc::sourcelist=${root}/site.sources`,
  ];
  const words = [
    ...options,
    "Dir::Etc::sourceparts=-",
    "APT::Update::Error-Mode=any",
    "APT::Sandbox::User=root",
  ];
  const run = (program: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(
      program,
      [...words.flatMap((word) => ["-o", word]), ...args],
      { encoding: "utf8", env: { ...process.env, LC_ALL: "C.UTF-8" } },
    );
    return { status, output: stdout + stderr };
  };
  return {
    update: () => run("apt-get", "update"),
    show: () => run("apt-cache", "show", "trainer-site").output,
  };
}

describe.runIf(hasPrograms)("C9.1 the repository", () => {
  test("C9.1 apt takes every package of a folder, with its news, from a signed index", () => {
    const key = makeKey();
    const folder = temporaryFolder();
    for (const version of ["1.0.0", "1.1.0"]) addPackage(folder, version);
    signRepository(folder, { key, now: new Date() });
    expect(readFileSync(join(folder, "InRelease"), "utf8")).toMatch(
      /^Origin: trainer-site\nLabel: trainer-site$/m,
    );
    const sources = sourcesFile(`file:${folder}`, key);
    const days = (Number(/^# Key ends: (\d+)$/m.exec(sources)?.[1]) - Date.now() / 1000) / 86_400;
    expect(Math.round(days)).toBe(365);
    const apt = createApt(sources);
    expect(apt.update()).toMatchObject({ status: 0 });
    expect(apt.show()).toMatch(/^Version: 1\.1\.0$[\s\S]*^News: Nowe w 1\.1\.0\.$[\s\S]*^Version: 1\.0\.0$/m);
  });

  test("C9.1 T27 apt refuses an index that somebody changed, and one of another key", () => {
    const key = makeKey();
    const folder = temporaryFolder();
    addPackage(folder, "1.0.0");
    signRepository(folder, { key, now: new Date() });
    const sources = sourcesFile(`file:${folder}`, key);
    const signed = join(folder, "InRelease");
    copyFileSync(signed, join(folder, "kept"));
    writeFileSync(signed, readFileSync(signed, "utf8").replace("Label: trainer-site", "Label: another-site"));
    expect(createApt(sources).update().status).not.toBe(0);
    copyFileSync(join(folder, "kept"), signed);
    expect(createApt(sources).update()).toMatchObject({ status: 0 });
    const other = makeKey();
    signRepository(folder, { key: other, now: new Date() });
    expect(createApt(sources).update().status).not.toBe(0);
  });

  test("C9.1 a key that gpg does not have is told before anything is built", () => {
    makeKey();
    expect(() => sourcesFile("https://apt.example.com", "nobody@example.com")).toThrow("nobody@example.com");
  });
});
