import { DatabaseSync } from "node:sqlite";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { systemClock } from "./clock.ts";
import type { EnquirySettings } from "./deps.server.ts";
import { fields } from "./form.ts";
import { createEnquiryService, type EnquiryService, type EnquiryServiceOptions } from "./service.server.ts";
import { type DatabaseOptions, openDatabase, sqliteFile } from "./storage/database.server.ts";
import type { Submission } from "./submit.server.ts";
import { createTestLog, makeTemporaryFolder, noDates, site } from "./testing/fixtures.ts";
import { type MailServer, startMailServer } from "./testing/mail-server.ts";
import { startPostgres } from "./testing/postgres.ts";

let folder: ReturnType<typeof makeTemporaryFolder>;
let mailServer: MailServer;
let log: ReturnType<typeof createTestLog>;
const running = new Set<EnquiryService>();

beforeEach(async () => {
  folder = makeTemporaryFolder();
  mailServer = await startMailServer();
  ownSettings = {
    smtpUrl: mailServer.url,
    mailFrom: "Strona <strona@studio.example>",
    mailTo: "trener@studio.example",
    alertWebhookUrl: undefined,
    enquiryRetentionDays: 365,
    morningHour: undefined,
  };
  log = createTestLog();
});

afterEach(async () => {
  for (const service of running) await stop(service);
  await mailServer.stop();
  folder.remove();
});

/** A test may change these while the service runs. */
let ownSettings: EnquirySettings;

type StartOptions = Partial<EnquiryServiceOptions> & Partial<DatabaseOptions>;

async function start(options: StartOptions = {}): Promise<EnquiryService> {
  const database = await openDatabase({ dataDir: folder.path, log, ...options });
  const service = createEnquiryService({
    database,
    dataDir: folder.path,
    settings: () => ownSettings,
    siteUrl: "https://studio.example",
    serviceUrl: "https://studio.example",
    canary: false,
    site: () => site,
    limits: "off",
    freeDiskBytes: async () => 1e9,
    isClockSteady: async () => true,
    fetchAlert: fetch,
    otherProblems: async () => [],
    panelUrl: undefined,
    onEvent: () => {},
    booking: noDates,
    clock: systemClock,
    log,
    ...options,
  });
  running.add(service);
  return service;
}

async function stop(service: EnquiryService): Promise<void> {
  running.delete(service);
  await service.stop(5_000);
}

const personal = {
  name: "Zdzisława Brzęczyszczykiewicz",
  phone: "601 234 567",
  email: "zdzisia@poczta.example",
  preferredTime: "po osiemnastej",
  message: "Mam dwa pytania o treningi.\nDrugie przez telefon.",
};
const submission = (changes: Partial<Submission> = {}): Submission => ({
  values: { ...personal, goal: "Inne" },
  clientAddress: "192.0.2.77",
  ...changes,
});
const numbered = (index: number) =>
  submission({ values: { ...personal, message: `Pytanie ${index}` }, key: `key-number-${index}` });
const received = () => mailServer.received;

async function accept(service: EnquiryService, changes: Partial<Submission> = {}): Promise<string> {
  const result = await service.submit(submission(changes));
  if (result.kind !== "accepted") throw new Error(result.kind);
  return result.reference;
}

test("an enquiry sends two e-mails from the site's own address", async () => {
  const service = await start();
  await service.start();
  const reference = await accept(service);
  await expect.poll(() => received().length).toBe(2);
  const byReader = Object.fromEntries(received().map(({ to, mail }) => [to, mail]));
  expect(byReader["trener@studio.example"]).toMatchObject({
    from: { value: [{ name: "Strona", address: "strona@studio.example" }] },
    replyTo: { value: [{ name: personal.name, address: personal.email }] },
    subject: `Nowe zapytanie: ${personal.name} (${reference})`,
    text: expect.stringContaining("tel:+48601234567"),
  });
  expect(byReader[personal.email]).toMatchObject({
    from: { value: [{ name: "Strona", address: "strona@studio.example" }] },
    replyTo: { value: [{ address: "trener@studio.example" }] },
    text: expect.stringContaining(`numer ${reference}`),
  });
  for (const { raw } of received()) expect(raw).toMatch(/^Message-ID: <[\w-]+@studio\.example>\r$/m);
  // The mail server has a message a moment before the outbox records it.
  await expect
    .poll(() => service.health())
    .toMatchObject({ problems: [], outbox: { waiting: 0 }, mailConfigured: true });
});

test("after the content has changed, e-mails use its new address, name and phone", async () => {
  let current = site;
  ownSettings = { ...ownSettings, mailFrom: undefined, mailTo: undefined };
  const service = await start({ site: () => current });
  await service.start();
  await accept(service);
  await expect.poll(() => received().length).toBe(2);
  current = { ...site, name: "Nowe Studio", email: "nowy@studio.example", phone: "600 000 002" };
  await accept(service, { values: { ...personal, email: "ola@poczta.example" } });
  await expect.poll(() => received().length).toBe(4);
  expect(
    received()
      .map(({ to }) => to)
      .sort(),
  ).toEqual([site.email, personal.email, "nowy@studio.example", "ola@poczta.example"].sort());
  const byReader = Object.fromEntries(received().map(({ to, mail }) => [to, mail]));
  expect(byReader["ola@poczta.example"]).toMatchObject({
    from: { value: [{ name: "Nowe Studio", address: "nowy@studio.example" }] },
    replyTo: { value: [{ address: "nowy@studio.example" }] },
    text: expect.stringContaining("600 000 002"),
  });
});

test("B11.1 MAIL_TO and MAIL_FROM override the content", async () => {
  let current = site;
  const service = await start({ site: () => current });
  await service.start();
  current = { ...site, email: "nowy@studio.example" };
  await accept(service);
  await expect.poll(() => received().length).toBe(2);
  expect(received().map(({ to }) => to)).toContain("trener@studio.example");
  for (const { mail } of received()) expect(mail.from?.text).toContain("strona@studio.example");
});

test("no field can add a header or a recipient to an e-mail", async () => {
  const service = await start();
  await service.start();
  const attack = "x\r\nBcc: ofiara@poczta.example\r\n\r\nTreść";
  for (const field of fields.filter((field) => field !== "message")) {
    const result = await service.submit(submission({ values: { ...personal, [field]: attack } }));
    expect(result, field).toMatchObject({ kind: "invalid", errors: { [field]: [expect.any(String)] } });
  }
  await accept(service, {
    values: {
      ...personal,
      name: "\u202eA\u0000la\u0007 <x@y.example>, Bcc:",
      message: `Tak\r\n.\r\n${attack}`,
    },
  });
  await expect.poll(() => received().length).toBe(2);
  expect(
    received()
      .map(({ to }) => to)
      .sort(),
  ).toEqual(["trener@studio.example", personal.email]);
  for (const { raw } of received()) expect(raw.slice(0, raw.indexOf("\r\n\r\n"))).not.toMatch(/^bcc:/im);
  const toTrainer = received().find(({ to }) => to === "trener@studio.example");
  expect(toTrainer?.mail.text).toContain("> .\n> x\n> Bcc: ofiara@poczta.example");
});

test("an enquiry that looks like spam is answered like any other and sends no e-mail", async () => {
  const service = await start();
  await service.start();
  expect(await accept(service, { honeypot: "x" })).toMatch(/^\w{4}-\w{4}$/);
  const reference = await accept(service, { values: { ...personal, message: "Zwykłe pytanie" } });
  await expect.poll(() => received().length).toBe(2);
  expect(received().every(({ mail }) => mail.subject?.includes(reference))).toBe(true);
});

test("without SMTP_URL e-mails wait, the log says so once, and they are sent as soon as there is one", async () => {
  const { smtpUrl } = ownSettings;
  ownSettings = { ...ownSettings, smtpUrl: undefined };
  const service = await start();
  await service.start();
  await accept(service);
  await accept(service, numbered(1));
  expect(await service.health()).toMatchObject({
    problems: [],
    outbox: { waiting: 4 },
    mailConfigured: false,
  });
  expect(log.lines.filter((line) => line.includes("SMTP_URL"))).toHaveLength(1);
  expect(received()).toEqual([]);
  ownSettings = { ...ownSettings, smtpUrl };
  service.onSettingsChanged();
  await expect.poll(() => received().length).toBe(4);
  expect(await service.health()).toMatchObject({ mailConfigured: true });
});

test("P8.2 after the password and mailbox are corrected, waiting mail is sent at once, without a restart", async () => {
  await mailServer.stop();
  mailServer = await startMailServer({ password: "right" });
  const withPassword = (password: string) => mailServer.url.replace("//", `//user:${password}@`);
  ownSettings = { ...ownSettings, smtpUrl: withPassword("wrong") };
  const service = await start();
  await service.start();
  await accept(service, { values: { ...personal, email: "" } });
  await expect
    .poll(() => service.health())
    .toMatchObject({ problems: ["mail-refuses-credentials"], outbox: { waiting: 1 } });
  ownSettings = { ...ownSettings, smtpUrl: withPassword("right"), mailTo: "nowa@studio.example" };
  service.onSettingsChanged();
  await expect.poll(() => received().map(({ to }) => to)).toEqual(["nowa@studio.example"]);
  await expect.poll(() => service.health()).toMatchObject({ problems: [], outbox: { waiting: 0 } });
});

test("C1.1 C6.1 what the owner writes down is checked as in the form, is read, sends no e-mail and is not counted as written on the site", async () => {
  const service = await start();
  await service.start();
  const jan = { name: "Jan Próbny", phone: "601 234 567" };
  expect(await service.writeDown({ ...jan, phone: "12" })).toMatchObject({
    ok: false,
    errors: { phone: [{}] },
  });
  const added = await service.writeDown(jan);
  const reference = added.ok ? added.reference : "";
  expect(await service.inbox.find(reference)).toMatchObject({
    name: jan.name,
    phone: "+48601234567",
    state: "new",
    readAt: expect.any(String),
    emails: [],
  });
  // The same words from a visitor are another enquiry.
  const message = "Zapisane w\u00a0panelu, bez wiadomości.";
  expect(await accept(service, { ...numbered(1), values: { ...jan, message } })).not.toBe(reference);
  expect(await service.inbox.stats()).toMatchObject({ enquiries: 2, funnels: { week: { wrote: 1 } } });
  expect((await service.inbox.today()).steps.map((one) => one.reference)).toContain(reference);
});

test("C1.1 C2.2 who is written down is added once for a key, whatever restarts, and reads no note of the owner's", async () => {
  const before = await start();
  const ola = { name: "Ola Próbna", email: "ola@poczta.example", message: "Pyta o rabat." };
  const added = await before.writeDown(ola, "a-key-of-the-panel-1");
  expect(await before.writeDown({ ...ola, name: "Ola Druga" }, "a-key-of-the-panel-2")).not.toEqual(added);
  await stop(before);
  const service = await start();
  await service.start();
  expect(await service.writeDown(ola, "a-key-of-the-panel-1")).toEqual(added);
  const reference = added.ok ? added.reference : "";
  // Marked as spam by mistake: nothing tells that a message has arrived.
  expect(await service.inbox.markAsSpam(reference)).toBe("done");
  expect(await service.inbox.release(reference)).toBe("done");
  expect(
    await service.inbox.answer(reference, { id: "answer-to-ola-1234", text: "Zapraszam w środę." }),
  ).toBe("done");
  await expect.poll(() => received().length).toBe(1);
  const mail = received()[0]?.mail;
  expect(mail?.text).toContain("Zapraszam w środę.");
  expect(mail?.text).not.toMatch(/rabat|Twoja wiadomość/);
  expect(mail?.subject).toMatch(/odpowiedź \(\S+\)$/);
  expect((await service.inbox.find(reference))?.emails).toMatchObject([{ kind: "answer" }]);
});

test("keys are remembered across a restart", async () => {
  const before = await start();
  const reference = await accept(before, numbered(1));
  await stop(before);
  const after = await start();
  expect(await accept(after, numbered(1))).toBe(reference);
});

test("an address over its limit is told how long to wait", async () => {
  const started = performance.now();
  const service = await start({ limits: "on", clock: { ...systemClock, monotonicMs: () => started } });
  for (let index = 0; index < 10; index += 1) await accept(service, numbered(index));
  expect(await service.submit(numbered(10))).toMatchObject({ kind: "limited", retryAfterSeconds: 600 });
  expect(await service.submit(numbered(3))).toMatchObject({ kind: "accepted" });
  expect(await service.submit({ ...numbered(10), clientAddress: "192.0.2.78" })).toMatchObject({
    kind: "accepted",
  });
});

test("B10.4 hundreds of enquiries, from one network or from many, leave the form open for others", async () => {
  const service = await start({ limits: "on" });
  for (let index = 0; index < 300; index += 1)
    await service.submit({ ...numbered(index), clientAddress: `2001:db8:0:${index.toString(16)}::1` });
  expect(await service.health()).toMatchObject({ problems: [] });
  await accept(service, numbered(300));
  for (let index = 301; index < 600; index += 1)
    await service.submit({ ...numbered(index), clientAddress: `10.0.${index >> 8}.${index & 255}` });
  expect(await service.health()).toMatchObject({ problems: ["too-many-enquiries"] });
  await accept(service, numbered(600));
  const database = new DatabaseSync(sqliteFile(folder.path));
  const count = (query: string) => database.prepare(`select count(*) as count from ${query}`).get()?.count;
  // 40 from the one /48 and 260 from the others are within the limits; the other 40 are stored in quarantine without e-mails.
  expect(count("enquiries where status = 'accepted'")).toBe(300);
  expect(count("enquiries where status = 'quarantined'")).toBe(41);
  expect(count("outbox where kind = 'trainer'")).toBe(300);
  database.close();
});

test("when the disk is nearly full, genuine enquiries are stored and those for the quarantine are refused", async () => {
  const service = await start({ limits: "on", freeDiskBytes: async () => 1e6 });
  await accept(service, numbered(1));
  expect(await service.submit({ ...numbered(2), honeypot: "x" })).toEqual({ kind: "unavailable" });
});

test("an address has to wait after sixty requests in ten minutes, but not when limits are off", async () => {
  const [limited, free] = [await start({ limits: "on" }), await start()];
  for (const service of [limited, free])
    for (let sent = 0; sent < 60; sent += 1) expect(service.countRequest("192.0.2.1")).toBeUndefined();
  expect(limited.countRequest("192.0.2.1")).toBeGreaterThan(500);
  expect(free.countRequest("192.0.2.1")).toBeUndefined();
});

test("while the database is locked, enquiries are answered as unavailable and not stored", async () => {
  const service = await start({ busyTimeoutMs: 200 });
  const other = new DatabaseSync(sqliteFile(folder.path));
  other.exec("begin immediate");
  expect(await service.submit(numbered(1))).toEqual({ kind: "unavailable" });
  expect(await service.health()).toMatchObject({ problems: ["storage-not-writable"] });
  other.exec("rollback");
  expect(other.prepare("select count(*) as count from enquiries").get()).toEqual({ count: 0 });
  other.close();
  await accept(service, numbered(1));
  expect(await service.health()).toMatchObject({ problems: [], storageWritable: true });
});

test("the log holds nothing that a visitor typed and no visitor's address", async () => {
  const service = await start({ busyTimeoutMs: 100, limits: "on" });
  await service.start();
  for (const mood of ["refuse recipient", "accept", "refuse content", "not now"] as const) {
    mailServer.state.mood = mood;
    const before = log.lines.length;
    // A different address each time, so that each gets a confirmation.
    const email = `${mood.replaceAll(" ", "-")}.${personal.email}`;
    await accept(service, { values: { ...personal, email, message: `${personal.message} ${mood}` } });
    await expect.poll(() => log.lines.length).toBeGreaterThanOrEqual(before + 2);
  }
  await service.submit(submission({ values: { ...personal, email: "zdzisia@" } }));
  const other = new DatabaseSync(sqliteFile(folder.path));
  other.exec("begin immediate");
  await service.submit(submission({ values: { ...personal, message: "Inne pytanie" } }));
  other.close();
  await service.health();
  const lines = log.lines.join("\n");
  expect(lines).toContain("mail given up");
  expect(lines).toContain("could not be stored");
  expect(lines).not.toMatch(/zdzis|brzęcz|234 ?567|poczta|osiemnastej|pytani|192\.0\.2/i);
});

/** Who waited too long for a connection, because the machine is busy, sends again with the same key. */
async function submitUntilStored(service: EnquiryService | undefined, sent: Submission) {
  for (;;) {
    const result = await service?.submit(sent);
    if (result?.kind !== "unavailable") return result;
  }
}

const postgres = await startPostgres();
afterAll(() => postgres?.stop());

test.skipIf(!postgres)(
  "two servers on one PostgreSQL share a burst and send every message exactly once",
  async () => {
    const databaseUrl = postgres?.url;
    const pair = [await start({ databaseUrl }), await start({ databaseUrl })];
    for (const service of pair) await service.start();
    const results = await Promise.all(
      Array.from({ length: 30 }, (_, index) => submitUntilStored(pair[index % 2], numbered(index % 15))),
    );
    const references = results.map((result) => (result?.kind === "accepted" ? result.reference : "none"));
    expect(new Set(references).size).toBe(15);
    expect(references).not.toContain("none");
    await expect.poll(() => received().length).toBeGreaterThanOrEqual(30);
    await Promise.all(pair.map(stop));
    const ids = received().map(({ mail }) => mail.messageId);
    expect(ids).toHaveLength(30);
    expect(new Set(ids).size).toBe(30);
  },
);

test.skipIf(!postgres)(
  "while PostgreSQL is gone, enquiries are answered as unavailable and the log says nothing of them",
  async () => {
    const service = await start({ databaseUrl: postgres?.url });
    await service.start();
    await postgres?.stop();
    expect(await service.submit(numbered(100))).toEqual({ kind: "unavailable" });
    expect(await service.health()).toMatchObject({ problems: ["storage-not-writable"] });
    expect(log.lines.join("\n")).not.toMatch(/zdzis|pytani/i);
  },
);
