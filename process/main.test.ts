import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { keptDatabaseFile } from "../enquiries/owner/kept-databases.server.ts";
import { startMailServer } from "../enquiries/testing/mail-server.ts";
import { basisOf, siteSettings } from "../publishing/basis.ts";
import type { CodeBuild } from "../publishing/code-build.ts";
import { temporaryFolder } from "../publishing/testing/temporary-folder.ts";
import { noSettings } from "../server/config.ts";
import { configOf } from "../server/testing/config-of.ts";
import { freePort } from "../server/testing/free-port.ts";
import { ask } from "../server/testing/http-client.ts";
import {
  fixtureFiles,
  writeFixtureBuild,
  writeFixtureCode,
  writeFixtureSite,
} from "../server/testing/site-fixture.ts";

function run(env: Record<string, string>) {
  const child = spawn(process.execPath, ["process/main.ts"], {
    // Empty, so that a local .env file has no effect.
    env: { ...process.env, ...noSettings, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const output = { out: "", err: "" };
  child.stdout.on("data", (chunk) => {
    output.out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    output.err += chunk;
  });
  const exited = once(child, "close").then(([code]) => code as number);
  return { child, output, exited };
}

/** Runs a built site until it listens. */
async function start(folder: string, settings: Record<string, string> = {}) {
  const port = await freePort();
  const env = { BUILD_DIR: folder, DATA_DIR: join(folder, "data"), PORT: String(port) };
  const program = run({ ...env, ...settings });
  await expect.poll(() => program.output.out + program.output.err).toContain('"listening"');
  return { port, ...program };
}

describe("a start that cannot succeed ends with status 1 and a clear line", () => {
  test("B11.2 for settings that are wrong", async () => {
    const { output, exited } = run({ PORT: "abc", CANARY: "maybe" });
    expect(await exited).toBe(1);
    expect(output).toEqual({
      out: "",
      err:
        "Ustawienie PORT: podaj liczbę całkowitą od 1 do 65535. Jest: „abc”.\n" +
        "Ustawienie CANARY: podaj jedną z wartości: on, off. Jest: „maybe”.\n",
    });
  });

  test("for a site that is not built", async () => {
    const folder = temporaryFolder();
    const { output, exited } = run({ BUILD_DIR: folder, DATA_DIR: folder });
    expect(await exited).toBe(1);
    expect(output).toEqual({
      out: "",
      err: `Nie ma zbudowanej strony w ${folder}/site. Uruchom: npm start\n`,
    });
  });

  test("for a port that is taken", async () => {
    const folder = temporaryFolder();
    writeFixtureBuild(folder);
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    const { output, exited } = run({ BUILD_DIR: folder, DATA_DIR: join(folder, "data"), PORT: String(port) });
    expect(await exited).toBe(1);
    expect(output.err).toBe(`Port ${port} jest zajęty. Zatrzymaj drugi program albo ustaw inny PORT.\n`);
  });

  test("for a database that cannot be opened", async () => {
    const folder = temporaryFolder();
    writeFixtureBuild(folder);
    const { output, exited } = run({ BUILD_DIR: folder, DATA_DIR: join(folder, "site/site.json") });
    expect(await exited).toBe(1);
    expect(output.err).toBe(
      `Nie można otworzyć bazy danych w folderze ${folder}/site/site.json (DATA_DIR).\n`,
    );
  });
});

test("B10 a started server serves pages, stores an enquiry before it says thanks, reports its health and stops", async () => {
  const folder = temporaryFolder();
  writeFixtureBuild(folder);
  const { port, child, output, exited } = await start(folder);
  expect(output.out.match(/SMTP_URL is not set/g)).toHaveLength(1);

  expect((await ask(port, "/oferta")).text).toBe(fixtureFiles["oferta.html"]);
  const thanks = await ask(port, "/kontakt", {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: "name=Private&phone=600100200&goal=Dieta&message=private",
  });
  expect(thanks.status).toBe(303);
  const { location = "" } = thanks.headers;
  expect(location).toMatch(/^\/dziekujemy\?ref=[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  const reference = location.slice(-9);
  expect(JSON.parse((await ask(port, location)).text)).toEqual({ path: "/dziekujemy", reference });
  const database = new DatabaseSync(join(folder, "data/enquiries.sqlite"), { readOnly: true });
  expect(database.prepare("select reference from enquiries").all()).toEqual([{ reference }]);
  database.close();

  const health = await ask(port, "/api/health");
  expect(health.status).toBe(200);
  expect(JSON.parse(health.text)).toMatchObject({ status: "ok", version: "1.2.3", outbox: { waiting: 1 } });

  child.kill("SIGTERM");
  expect(await exited).toBe(0);
  expect(output.err).toBe("");
  expect(output.out).toContain('"stopped"');
  expect(output.out).not.toMatch(/private|600100200|127\.0\.0\.1:\d/i);
});

test("enquiries that a failed upgrade left behind are a health problem", async () => {
  const folder = temporaryFolder();
  writeFixtureBuild(folder);
  const left = keptDatabaseFile(join(folder, "data"), new Date(), "left-behind");
  mkdirSync(dirname(left));
  writeFileSync(left, "");
  const { port, child, exited } = await start(folder);
  expect(JSON.parse((await ask(port, "/api/health")).text)).toMatchObject({
    problems: ["enquiries-left-behind"],
  });
  child.kill("SIGTERM");
  expect(await exited).toBe(0);
});

test.each([
  ["in the panel", ["alert-address-refused"]],
  ["in the environment", []],
])("T22 an alert address without https set %s: the problems are %j", async (where, problems) => {
  const folder = temporaryFolder();
  writeFixtureBuild(folder);
  const address = { ALERT_WEBHOOK_URL: "http://127.0.0.1:9/alarm" };
  const dataDir = join(folder, "data");
  mkdirSync(dataDir);
  if (where === "in the panel") writeFileSync(join(dataDir, "settings.json"), JSON.stringify(address));
  const { port } = await start(folder, where === "in the environment" ? address : {});
  expect(JSON.parse((await ask(port, "/api/health")).text)).toMatchObject({ problems });
});

test("B11.1 after another address is published, enquiries go there without a restart", async () => {
  const folder = temporaryFolder();
  const releasesDir = join(folder, "releases");
  writeFixtureBuild(folder);
  const mailServer = await startMailServer();
  onTestFinished(mailServer.stop);
  const { port, output } = await start(folder, { RELEASES_DIR: releasesDir, SMTP_URL: mailServer.url });
  const send = (message: string) =>
    ask(port, "/kontakt", {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: `name=Ala&phone=600100200&message=${message}`,
    });
  await send("Jeden");
  await expect.poll(() => mailServer.received.map(({ to }) => to)).toEqual(["kontakt@example.com"]);

  const release = "2026-11-22T00-00-00-000Z-1";
  mkdirSync(join(releasesDir, release), { recursive: true });
  writeFixtureSite(join(releasesDir, release), { email: "nowy@example.com" });
  symlinkSync(release, join(releasesDir, "current"));
  await expect.poll(() => output.out).toContain("serving another release");
  await send("Dwa");
  await expect
    .poll(() => mailServer.received.map(({ to }) => to))
    .toEqual(["kontakt@example.com", "nowy@example.com"]);
  expect(mailServer.received[1]?.mail.from?.text).toContain("nowy@example.com");
});

test.each([
  ["has failed to publish is tried again", "2", true],
  ["has published is not published again", "1", false],
])("P8.1 an update of the program that its start %s", async (_, version, isRetried) => {
  const folder = temporaryFolder();
  const write = (file: string, facts: object) => writeFileSync(join(folder, file), JSON.stringify(facts));
  const env = { SITE_URL: "http://localhost", DATA_DIR: join(folder, "data") };
  writeFixtureCode(folder);
  write("code/code.json", { version, client: {} });
  writeFileSync(
    join(folder, "code/publish.js"),
    `process.once("message", () => {
         process.send({ kind: "outcome", outcome: { kind: "invalid", problems: [] } });
         process.disconnect();
       });`,
  );
  const release = "data/releases/2026-11-22T00-00-00-000Z-1";
  mkdirSync(join(folder, release, "content"), { recursive: true });
  writeFixtureSite(join(folder, release));
  const facts = JSON.parse(readFileSync(join(folder, release, "site.json"), "utf8"));
  const basis = basisOf({ version: "1" } as CodeBuild, siteSettings(configOf(env)));
  write(join(release, "site.json"), { ...facts, basis });
  write(join(release, "entry.json"), {
    name: basename(release),
    at: "2026-11-22T00:00:00Z",
    origin: "panel",
  });
  symlinkSync(basename(release), join(folder, "data/releases/current"));
  const { output } = await start(folder, env);
  const line = "new settings or an update cannot be published, the pages stay as they are";
  if (isRetried) await expect.poll(() => output.out).toContain(line);
  else {
    await new Promise((done) => setTimeout(done, 1000));
    expect(output.out).not.toContain(line);
  }
});

test("a server whose log reader has gone still shuts down", async () => {
  const folder = temporaryFolder();
  writeFixtureBuild(folder);
  const { child } = await start(folder);
  child.stdout.destroy();
  await once(child.stdout, "close");
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
});

describe("a site at a public address", () => {
  const SITE_URL = "https://www.trenerka.pl";
  const sampleOrOwn = (phone: string) => ({ phone, email: "kontakt@example.com" });

  async function home(folder: string): Promise<string> {
    const { port } = await start(folder, { SITE_URL });
    return (await ask(port, "/")).text;
  }

  function writeRelease(folder: string, phone: string): void {
    const name = "2026-11-01T10-00-00-000Z-a";
    const releasesDir = join(folder, "data/releases");
    mkdirSync(join(releasesDir, name), { recursive: true });
    writeFixtureSite(join(releasesDir, name), sampleOrOwn(phone));
    symlinkSync(name, join(releasesDir, "current"));
  }

  test.each([
    ["that was never built", () => {}],
    ["whose trial site is the sample", (folder: string) => writeFixtureBuild(folder)],
    [
      "on which an earlier version published the sample",
      (folder: string) => writeRelease(folder, "+48 000 000 000"),
    ],
  ])("C7.1 %s is in preparation", async (_, prepare) => {
    const folder = temporaryFolder();
    writeFixtureCode(folder);
    prepare(folder);
    expect(await home(folder)).toContain("<h1>Strona w\u00a0przygotowaniu</h1>");
  });

  test("C7.1 goes on with what its owner published under an earlier version", async () => {
    const folder = temporaryFolder();
    writeFixtureCode(folder);
    writeRelease(folder, "+48 600 100 200");
    expect(await home(folder)).toBe(fixtureFiles["index.html"]);
  });
});
