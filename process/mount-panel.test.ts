import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { expect, onTestFinished, test } from "vitest";
import { openAccounts } from "../accounts/accounts.ts";
import type { AccountTables } from "../accounts/storage/tables.ts";
import { honeypotField } from "../enquiries/form.ts";
import { createInbox } from "../enquiries/owner/inbox.server.ts";
import { openDatabase } from "../enquiries/storage/database.server.ts";
import { createTestLog } from "../enquiries/testing/fixtures.ts";
import { startMailServer } from "../enquiries/testing/mail-server.ts";
import { backupNameOf } from "../panel/server/backups/backup-names.ts";
import { createReceiver } from "../panel/server/testing/push-receiver.ts";
import { startServer } from "../publishing/testing/server-process.ts";
import { temporaryFolder } from "../publishing/testing/temporary-folder.ts";
import { ask } from "../server/testing/http-client.ts";
import { writeFixtureBuild } from "../server/testing/site-fixture.ts";

function createFolder(): string {
  const folder = temporaryFolder();
  writeFixtureBuild(join(folder, "build"));
  mkdirSync(join(folder, "build/code/panel"), { recursive: true });
  writeFileSync(join(folder, "build/code/panel/index.html"), "<!doctype html><title>Panel</title>");
  return folder;
}

/** A push service on this machine. `settings` let the server reach it under a public address, if it checks where that leads. */
async function startPushService(more = "") {
  const bodies: Buffer[] = [];
  const server = createServer(async (request, answer) => {
    const chunks: Buffer[] = await request.toArray();
    bodies.push(Buffer.concat(chunks));
    answer.writeHead(201).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const redirect = `
    import https from "node:https";
    import http from "node:http";
    import { syncBuiltinESMExports } from "node:module";
    https.request = (url, { lookup, ...options }, answer) =>
      lookup && http.request("http://127.0.0.1:${port}" + url.pathname, options, answer);
    syncBuiltinESMExports();
    ${more}
  `;
  const settings = { NODE_OPTIONS: `--import=data:text/javascript;base64,${btoa(redirect)}` };
  return { bodies, settings, ...createReceiver() };
}

/** Opens the database of a running server, as the owner's commands do. */
async function openBeside(dataDir: string) {
  const database = await openDatabase({ dataDir, log: createTestLog() });
  onTestFinished(() => database.close());
  const accounts = await openAccounts({
    db: database.db.withTables<AccountTables>(),
    now: Date.now,
    siteUrl: "http://localhost:3000",
    siteName: () => "Studio",
    isClockSteady: async () => false,
  });
  const clock = { now: Date.now, monotonicMs: () => performance.now() };
  const options = { dataDir, clock, mailHost: "localhost", onQueued: () => {} };
  return { database, accounts, inbox: createInbox({ database, ...options }) };
}

test("P1.3 P3.3 a new enquiry, a due reminder and, quietly and once, the quarantine reach the owner's device within seconds, even if the panel has not been opened", async () => {
  const folder = createFolder();
  const pushService = await startPushService();
  const { port } = await startServer(folder, { settings: pushService.settings });
  const { database, accounts, inbox } = await openBeside(join(folder, "data"));
  const { session } = await accounts.sessions.begin({
    passkeyId: null,
    deviceName: "Telefon",
    beganWith: "link",
  });
  await accounts.pushSubscriptions.save(pushService.subscription, { id: session.id, deviceName: "Telefon" });

  const answer = await ask(port, "/api/enquiries", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ name: "Ala", phone: "600100200", message: "Dzień dobry", elapsedMs: 20_000 }),
  });
  const { reference } = JSON.parse(answer.text);
  await expect.poll(() => pushService.bodies.length).toBe(1);
  expect(pushService.open(pushService.bodies[0] ?? Buffer.alloc(0))).toEqual({
    web_push: 8030,
    notification: {
      title: "Nowe zapytanie",
      body: expect.not.stringContaining("Ala"),
      navigate: expect.stringMatching(new RegExp(`/panel/zapytania/${reference}$`)),
      lang: "pl",
    },
  });

  await inbox.setReminder(reference, new Date().toISOString());
  await expect.poll(() => pushService.bodies.length).toBe(2);
  expect(pushService.open(pushService.bodies[1] ?? Buffer.alloc(0))).toMatchObject({
    notification: { title: "Przypomnienie", navigate: expect.stringContaining(reference) },
  });

  const send = (body: object) =>
    ask(port, "/api/enquiries", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ name: "Ela", phone: "600100201", elapsedMs: 20_000, ...body }),
    });
  await send({ message: "Reklama", [honeypotField]: "x" });
  await expect.poll(() => pushService.bodies.length).toBe(3);
  await send({ message: "Druga reklama", [honeypotField]: "x" });
  await send({ message: "Dzień dobry" });
  await expect.poll(() => pushService.bodies.length).toBe(4);
  const [, , spam, genuine] = pushService.bodies.map((body) => pushService.open(body));
  expect(spam).toMatchObject({
    notification: { silent: true, navigate: expect.stringMatching(/\/panel\/zapytania\?stan=quarantine$/) },
  });
  expect(genuine).toMatchObject({ notification: { title: "Nowe zapytanie" } });

  const reminders = database.db.selectFrom("outbox").select("reference").where("kind", "=", "reminder");
  expect(await reminders.execute()).toEqual([{ reference }]);
  await expect
    .poll(async () => (await accounts.pushSubscriptions.list())[0]?.lastSuccessAt)
    .toBeGreaterThan(0);
});

test("C8.2 a server whose backups have not left it for three days tells so by a notification and an e-mail", async () => {
  const folder = createFolder();
  // The daily work begins a minute after the start.
  const pushService = await startPushService(
    "const wait = globalThis.setTimeout; globalThis.setTimeout = (work, ms, ...rest) => wait(work, ms === 60_000 ? 1 : ms, ...rest);",
  );
  const mail = await startMailServer();
  onTestFinished(mail.stop);
  const { accounts } = await openBeside(join(folder, "data"));
  const session = { passkeyId: null, deviceName: "Telefon", beganWith: "link" } as const;
  const { id: sessionId } = (await accounts.sessions.begin(session)).session;
  await accounts.pushSubscriptions.save(pushService.subscription, { id: sessionId, deviceName: "Telefon" });
  const since = new Date(Date.now() - 4 * 24 * 60 * 60_000).toISOString();
  const recipient = await identityToRecipient(await generateX25519Identity());
  const record = {
    key: { recipient, provenAt: since },
    failure: { at: since, since, problem: "Nie działa." },
    rehearsal: { at: new Date().toISOString() },
  };
  // Today's, so that only the sending remains.
  mkdirSync(join(folder, "data/copies"));
  writeFileSync(join(folder, "data/copies", backupNameOf(new Date())), "kopia");
  writeFileSync(join(folder, "data/offsite-backups.json"), JSON.stringify(record));
  const { port } = await startServer(folder, {
    settings: { ...pushService.settings, SMTP_URL: mail.url, BACKUP_URL: "http://127.0.0.1:1/kopie/" },
  });
  await expect.poll(() => mail.received.length).toBe(1);
  expect(mail.received[0]?.mail.subject).toBe("Kopie nie wychodzą poza serwer");
  expect(mail.received[0]?.mail.text).toMatch(/nie odpowiada pod tym adresem.*\/panel\/ustawienia\/kopie/s);
  await expect.poll(() => pushService.bodies.length).toBe(1);
  expect(pushService.open(pushService.bodies[0] ?? Buffer.alloc(0))).toMatchObject({
    notification: { title: "Kopie nie wychodzą", navigate: expect.stringMatching(/ustawienia\/kopie$/) },
  });
  const health = await ask(port, "/api/health");
  expect(JSON.parse(health.text).problems).toContain("backup-not-sent");
});
