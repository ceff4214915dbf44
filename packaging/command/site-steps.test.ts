import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { writeContentFolder } from "../../content-model/testing/content-folder.ts";
import { keptDatabaseFile, leftBehindDatabases } from "../../enquiries/owner/kept-databases.server.ts";
import { makeDataFolder } from "../../enquiries/owner/testing/data-folder.ts";
import { sqliteFile } from "../../enquiries/storage/database.server.ts";
import { temporaryFolder } from "../../publishing/testing/temporary-folder.ts";
import { runProgram, runStep } from "./testing/run-step.ts";

const tarOf = (folder: string) =>
  spawnSync("tar", ["--create", "--directory", folder, "."], { maxBuffer: 1e9 }).stdout;

test("content from standard input replaces the draft only if it can be read, and leaves no folder behind", () => {
  const dataDir = temporaryFolder();
  const source = writeContentFolder();
  const site = readFileSync(join(source, "site.yaml"), "utf8");

  writeFileSync(join(source, "site.yaml"), "name: [");
  expect(runStep("putContent", ["-"], { dataDir, input: tarOf(source) })).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("site.yaml"),
  });
  expect(readdirSync(dataDir)).toEqual([]);

  // Where there is no draft yet, as in a container, it becomes one.
  writeFileSync(join(source, "site.yaml"), site);
  expect(runStep("putContent", ["-"], { dataDir, input: tarOf(source) })).toMatchObject({ status: 0 });
  expect(readdirSync(dataDir)).toEqual(["content"]);

  writeFileSync(join(source, "site.yaml"), site.replace(/^telephone: .*/m, 'telephone: "600 700 800"'));
  expect(runStep("putContent", ["-"], { dataDir, input: tarOf(source) })).toMatchObject({ status: 0 });
  expect(readFileSync(join(dataDir, "content/site.yaml"), "utf8")).toContain('"600 700 800"');
  expect(existsSync(join(dataDir, "content/photos/bar.jpg"))).toBe(true);
  expect(readdirSync(dataDir)).toEqual(["content", expect.stringMatching(/^content\.before-/)]);

  expect(runStep("putContent", ["-"], { dataDir, input: tarOf(source).subarray(0, 3000) })).toMatchObject({
    status: 1,
  });
  expect(readdirSync(dataDir)).toEqual(["content", expect.stringMatching(/^content\.before-/)]);
});

/** In place of the new program: a server that says where its data are, or one that ends at once. */
const servers = {
  healthy: `
    import { createServer } from "node:http";
    import { existsSync, writeFileSync } from "node:fs";
    const { DATA_DIR, PORT, SMTP_URL, PANEL, CONTENT_DIR } = process.env;
    writeFileSync("seen.json", JSON.stringify({ DATA_DIR, SMTP_URL, PANEL, hasDatabase: existsSync(DATA_DIR + "/enquiries.sqlite") }));
    createServer((_, answer) => answer.end(JSON.stringify({ storageWritable: true }))).listen(Number(PORT), "127.0.0.1");`,
  broken: "process.exit(3);",
};

test.each([
  ["healthy", 0, ""],
  ["broken", 1, "program nie uruchamia się na kopii danych"],
] as const)(
  "a rehearsal with a %s program ends with status %i and removes its copy of the data",
  async (kind, status, told) => {
    const { dataDir, fill, remove } = makeDataFolder();
    await fill(1);
    mkdirSync(join(dataDir, "releases/2026-11-01/content"), { recursive: true });
    symlinkSync("2026-11-01", join(dataDir, "releases/current"));
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, "command"));
    writeFileSync(join(cwd, "package.json"), '{ "type": "module" }');
    writeFileSync(join(cwd, "command/trainer-site.js"), servers[kind]);
    const before = readdirSync(dataDir).sort();

    const rehearsed = runProgram("rehearse", [], { dataDir, cwd });
    expect(rehearsed).toMatchObject({ status, stderr: expect.stringContaining(told) });
    expect(readdirSync(dataDir).filter((name) => !before.includes(name))).toEqual([]);
    if (kind === "healthy") {
      const seen = JSON.parse(readFileSync(join(cwd, "seen.json"), "utf8"));
      expect(seen).toMatchObject({ SMTP_URL: "", PANEL: "off", hasDatabase: true });
      expect(seen.DATA_DIR).toMatch(/\/rehearsal-/);
    }
    remove();
  },
);

test("C9.2 a rehearsal publishes as a start of the new version does, with opinions that visitors see already", () => {
  const dataDir = temporaryFolder();
  mkdirSync(join(dataDir, "releases/2026-11-01/content"), { recursive: true });
  symlinkSync("2026-11-01", join(dataDir, "releases/current"));
  const cwd = temporaryFolder();
  const write = (name: string, text: string) => writeFileSync(join(cwd, name), text);
  for (const folder of ["command", "build/code"]) mkdirSync(join(cwd, folder), { recursive: true });
  write("package.json", '{ "type": "module" }');
  // As the command does, which as root becomes the site's user.
  write(
    "command/trainer-site.js",
    `process.argv.splice(2, 2); await import("${resolve("packaging/command/serve.ts")}");`,
  );
  write(
    "build/code/publish.js",
    `import { writeFileSync } from "node:fs";
    process.once("message", ({ publication }) => {
      writeFileSync("publication.json", JSON.stringify(publication));
      process.send({ kind: "outcome", outcome: { kind: "published" } }, () => process.exit());
    });`,
  );
  write("build/code/main.js", servers.healthy);
  expect(runProgram("rehearse", [], { dataDir, cwd })).toMatchObject({ status: 0, stderr: "" });
  const publication = JSON.parse(readFileSync(join(cwd, "publication.json"), "utf8"));
  expect(publication).toMatchObject({ origin: "update" });
});

test("an enquiry that the tables cannot hold is shown, and stays until it is deleted on purpose", async () => {
  const { dataDir, fill, open, accept, remove } = makeDataFolder();
  await fill(1);
  const copy = keptDatabaseFile(dataDir, new Date(), "before-upgrade");
  cpSync(sqliteFile(dataDir), copy);
  const newer = await open();
  await accept(newer, { name: "Ola", message: "W czasie aktualizacji" });
  await newer.close();
  {
    using database = new DatabaseSync(sqliteFile(dataDir), { defensive: false });
    database.exec(`pragma writable_schema = on;
      update sqlite_schema set sql = replace(sql, 'check (state in (', 'check (state not in (')`);
  }
  {
    using database = new DatabaseSync(sqliteFile(dataDir));
    database.exec("update enquiries set state = 'later' where name = 'Ola'");
  }
  expect(runProgram("../../tools/restore", [copy, "--yes"], { dataDir })).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("nie może zapisać: 1"),
  });
  expect(leftBehindDatabases(dataDir)).toHaveLength(1);
  for (let again = 0; again < 2; again += 1)
    expect(runProgram("reclaim", [], { dataDir })).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/name: Ola\n(?:.*\n)*?message: W czasie aktualizacji/),
      stderr: expect.stringContaining("trainer-site reclaim --delete"),
    });
  expect(runProgram("reclaim", ["--delete"], { dataDir })).toMatchObject({ status: 0 });
  expect(runProgram("reclaim", [], { dataDir }).stdout).toContain("Żadne zapytanie nie czeka");
  remove();
});
