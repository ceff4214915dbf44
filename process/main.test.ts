import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
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

const localhost = "http://localhost";
const plainAddress = "http://127.0.0.1:9/alarm";

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

test("B10 P1.2 T22 a server that systemd starts with PANEL=off says that it is ready and alive, serves pages and no panel, stores an enquiry before it says thanks, reports its health and stops", async () => {
  const folder = temporaryFolder();
  writeFixtureBuild(folder);
  writePanel(folder);
  const told = join(folder, "told");
  writeFileSync(join(folder, "systemd-notify"), `#!/bin/sh\necho "$1 to $NOTIFY_SOCKET" >>${told}\n`, {
    mode: 0o755,
  });
  const { port, child, output, exited } = await start(folder, {
    PATH: `${folder}:${process.env.PATH}`,
    NOTIFY_SOCKET: "/run/socket",
    WATCHDOG_USEC: "3000000",
    PANEL: "off",
    ALERT_WEBHOOK_URL: plainAddress,
  });
  expect(output.out.match(/SMTP_URL is not set/g)).toHaveLength(1);

  expect((await ask(port, "/oferta")).text).toBe(fixtureFiles["oferta.html"]);
  for (const path of ["/panel", "/panel/", "/panel/api/door"])
    expect((await ask(port, path)).status, path).toBe(404);
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
  expect(JSON.parse(health.text)).toMatchObject({
    status: "ok",
    version: "1.2.3",
    outbox: { waiting: 1 },
    problems: [],
  });
  const words = () => (existsSync(told) ? readFileSync(told, "utf8").trim().split("\n") : []);
  await expect.poll(() => words().length).toBeGreaterThan(3);
  expect(words().slice(0, 2)).toEqual(["READY=1 to /run/socket", "WATCHDOG=1 to /run/socket"]);

  child.kill("SIGTERM");
  expect(await exited).toBe(0);
  expect(output.err).toBe("");
  expect(output.out).toContain('"stopped"');
  expect(output.out).not.toMatch(/private|600100200|127\.0\.0\.1:\d/i);
});

test("T22 an alert address without https set in the panel and enquiries that a failed upgrade left behind are health problems, and a server whose log reader has gone still shuts down", async () => {
  const folder = temporaryFolder();
  writeFixtureBuild(folder);
  const dataDir = join(folder, "data");
  const left = keptDatabaseFile(dataDir, new Date(), "left-behind");
  mkdirSync(dirname(left), { recursive: true });
  writeFileSync(left, "");
  writeFileSync(join(dataDir, "settings.json"), JSON.stringify({ ALERT_WEBHOOK_URL: plainAddress }));
  const { port, child } = await start(folder);
  expect(JSON.parse((await ask(port, "/api/health")).text)).toMatchObject({
    problems: ["alert-address-refused", "enquiries-left-behind"],
  });
  child.stdout.destroy();
  await once(child.stdout, "close");
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
});

/** Publishes a release with these contacts, as version 1 of the code. */
function publish(folder: string, day: number, contact: { email?: string; phone?: string } = {}) {
  const name = `2026-11-${day}T00-00-00-000Z-1`;
  const releasesDir = join(folder, "data/releases");
  mkdirSync(join(releasesDir, name, "content"), { recursive: true });
  writeFixtureSite(join(releasesDir, name), contact);
  const change = (file: string, facts: object) =>
    writeFileSync(join(releasesDir, name, file), JSON.stringify(facts));
  const facts = JSON.parse(readFileSync(join(releasesDir, name, "site.json"), "utf8"));
  const basis = basisOf({ version: "1" } as CodeBuild, siteSettings(configOf({ SITE_URL: localhost })));
  change("site.json", { ...facts, basis });
  change("entry.json", { name, at: `2026-11-${day}T00:00:00Z`, origin: "panel" });
  symlinkSync(name, join(releasesDir, "next"));
  renameSync(join(releasesDir, "next"), join(releasesDir, "current"));
  return name;
}

function writePanel(folder: string): void {
  mkdirSync(join(folder, "code/panel"));
  writeFileSync(join(folder, "code/panel/index.html"), "<!doctype html><title>Panel</title>");
}

/** Code that refuses to publish anything. */
function writeCode(folder: string, version: string): void {
  writeFixtureCode(folder);
  writeFileSync(join(folder, "code/code.json"), JSON.stringify({ version, client: {} }));
  writeFileSync(
    join(folder, "code/publish.js"),
    `process.once("message", () => {
         process.send({ kind: "outcome", outcome: { kind: "invalid", problems: [] } });
         process.disconnect();
       });`,
  );
}

const notPublished = "new settings or an update cannot be published, the pages stay as they are";

test("P8.1 an update of the program that its start has failed to publish is tried again", async () => {
  const folder = temporaryFolder();
  writeCode(folder, "2");
  publish(folder, 22);
  const { output } = await start(folder, { SITE_URL: localhost });
  await expect.poll(() => output.out).toContain(notPublished);
});

test("B11.1 P8.1 what the start has published is not published again; after another address is published, enquiries go there without a restart", async () => {
  const folder = temporaryFolder();
  writeCode(folder, "1");
  publish(folder, 22);
  const mailServer = await startMailServer();
  onTestFinished(mailServer.stop);
  const { port, output } = await start(folder, { SITE_URL: localhost, SMTP_URL: mailServer.url });
  const send = (message: string) =>
    ask(port, "/kontakt", {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: `name=Ala&phone=600100200&message=${message}`,
    });
  await send("Jeden");
  await expect.poll(() => mailServer.received.map(({ to }) => to)).toEqual(["kontakt@example.com"]);

  publish(folder, 23, { email: "nowy@example.com" });
  await expect.poll(() => output.out).toContain("serving another release");
  await send("Dwa");
  await expect
    .poll(() => mailServer.received.map(({ to }) => to))
    .toEqual(["kontakt@example.com", "nowy@example.com"]);
  expect(mailServer.received[1]?.mail.from?.text).toContain("nowy@example.com");
  expect(output.out).not.toContain(notPublished);
});

test("C7.1 a public site that was never built is in preparation, with an earlier version's sample as well, and shows what its owner has published; where another host serves the pages, the panel is at the service's address", async () => {
  const folder = temporaryFolder();
  writeFixtureCode(folder);
  writePanel(folder);
  const { port, output } = await start(folder, {
    SITE_URL: "https://www.example.pl",
    API_BROWSER_BASE_URL: "https://api.example.pl/",
  });
  const home = async () => (await ask(port, "/")).text;
  const preparation = "<h1>Strona w\u00a0przygotowaniu</h1>";
  const untilServed = (release: string) =>
    expect.poll(() => output.out).toMatch(new RegExp(`${release}".*"serving another release"`));
  expect(await home()).toContain(preparation);
  await untilServed(publish(folder, 22));
  expect(await home()).toContain(preparation);
  await untilServed(publish(folder, 23, { phone: "+48 600 100 200" }));
  expect(await home()).toBe(fixtureFiles["index.html"]);

  const panelAt = (Host: string) => ask(port, "/panel/zapytania", { headers: { Host } });
  expect((await panelAt("api.example.pl")).status).toBe(200);
  expect(await panelAt("www.example.pl")).toMatchObject({
    status: 302,
    headers: { location: "https://api.example.pl/panel/zapytania" },
  });
});
