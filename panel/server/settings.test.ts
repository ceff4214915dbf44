import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { startMailServer } from "../../enquiries/testing/mail-server.ts";
import type { Environment } from "../../server/config.ts";
import { startPanel } from "./testing/panel-fixture.ts";

let panel: Awaited<ReturnType<typeof startPanel>>;
beforeEach(async () => {
  panel = await startPanel();
});

const secret = "b@rdzo:tajne/#%";
const empty = {
  host: "",
  port: "465",
  user: "",
  password: "",
  mailFrom: "",
  mailTo: "",
  retentionDays: "365",
  alertUrl: "",
  backupUrl: "",
  backupUser: "",
  backupPassword: "",
  visitTags: "",
};

async function startServer(password = secret) {
  const server = await startMailServer({ password });
  onTestFinished(server.stop);
  const mailServer = { host: "127.0.0.1", port: String(server.port), user: "kontakt@studio.example" };
  return { server, mailServer, typed: { ...empty, ...mailServer, password } };
}

async function signedIn(environment?: Environment, email?: string) {
  if (environment) {
    panel = await startPanel({ environment, ...(email !== undefined && { email }) });
  }
  const browser = await panel.signInByLink(panel.createBrowser());
  await panel.addPasskey(browser);
  return {
    browser,
    read: async () => (await browser.get("/panel/api/settings")).json(),
    save: async (body: object) =>
      (await browser.write("/panel/api/settings", body, { method: "PUT" })).json(),
    tryOut: async (body: object) => (await browser.write("/panel/api/settings/trial", body)).json(),
  };
}

const file = () => join(panel.dataDir, "settings.json");

test("P8.2 saved settings apply at once, in a file readable by its owner only, and the password is never returned", async () => {
  const { read, save } = await signedIn();
  const { mailServer, typed } = await startServer();
  const all = {
    ...typed,
    mailFrom: "Studio <strona@studio.example>",
    mailTo: "trener@studio.example",
    retentionDays: "180",
    alertUrl: "https://alarm.example/hook/key-123",
  };
  expect(await save(all)).toEqual({ kind: "saved" });
  const { smtpUrl = "", ...config } = panel.settings.config();
  expect(decodeURIComponent(new URL(smtpUrl).password)).toBe(secret);
  expect(config).toMatchObject({
    mailFrom: "Studio <strona@studio.example>",
    mailTo: "trener@studio.example",
    enquiryRetentionDays: 180,
    alertWebhookUrl: "https://alarm.example/hook/key-123",
  });
  expect(panel.newSettings()).toBe(1);
  expect(statSync(file()).mode & 0o077).toBe(0);
  const shown = await read();
  expect(shown).toMatchObject({ ...mailServer, hasPassword: true, alertHost: "alarm.example", fixed: [] });
  expect(JSON.stringify(shown)).not.toMatch(/tajne|key-123/);
  expect(panel.log.lines.join("\n")).not.toMatch(/tajne|key-123/);
  const auditLog = await panel.accounts.auditLog.list({ limit: 10 });
  expect(auditLog.find(({ action }) => action === "settings-changed")).toMatchObject({
    detail: "serwer poczty, nadawca, skrzynka na zapytania, czas przechowywania, adres alarmu",
  });
  // A new address counts also where the saved one is to be removed.
  await save({ ...all, alertUrl: "https://inny.example/hook", noAlert: "on" });
  expect(await read()).toMatchObject({ alertHost: "inny.example" });
  await save(all);
  await save({ ...all, alertUrl: "" });
  expect(await read()).toMatchObject({ alertHost: "alarm.example" });
  await save({ ...all, alertUrl: "", noAlert: "on" });
  expect(await read()).toMatchObject({ alertHost: null });
});

test("P8.2 P2.6 settings that another device has changed meanwhile are not saved over", async () => {
  const { read, save } = await signedIn();
  const base = await read();
  expect(await save({ ...empty, retentionDays: "1000", base })).toEqual({ kind: "saved" });
  expect(await save({ ...empty, visitTags: "ulotka", base })).toEqual({ error: "changed" });
  // The same again, after a lost response.
  expect(await save({ ...empty, retentionDays: "1000", base })).toEqual({ kind: "saved" });
  expect(await read()).toMatchObject({ retentionDays: "1000", visitTags: "" });
});

test("P8.2 T19 a password that is left out is kept for its server and user, and sent to no other", async () => {
  const { read, save } = await signedIn();
  const { typed } = await startServer();
  await save(typed);
  const withoutPassword = { ...typed, password: "" };
  expect(await save({ ...withoutPassword, mailTo: "trener@studio.example" })).toEqual({ kind: "saved" });
  expect(readFileSync(file(), "utf8")).toContain(encodeURIComponent(secret));
  for (const other of [{ host: "zly.example" }, { user: "ktos@inny.example" }]) {
    const answer = await save({ ...withoutPassword, ...other });
    expect(answer).toEqual({ kind: "invalid", wrong: ["password"] });
  }
  for (const lost of [{ user: "kontakt@studio.example" }, { password: secret }])
    expect(await save({ ...empty, ...lost })).toEqual({ kind: "invalid", wrong: ["host"] });
  expect(await save(empty)).toEqual({ kind: "saved" });
  expect(await read()).toMatchObject({ host: "", hasPassword: false });
  expect(readFileSync(file(), "utf8")).not.toContain("SMTP_URL");
});

test("C8.1 the server for backups is saved with a password that is never shown and goes to no other server", async () => {
  const { read, save } = await signedIn();
  const place = { backupUrl: "s3://pliki.example/kopie/?region=eu", backupUser: "AK/IA" };
  expect(await save({ ...empty, ...place, backupPassword: secret })).toEqual({ kind: "saved" });
  const password = () => decodeURIComponent(new URL(panel.settings.config().backupUrl ?? "").password);
  expect(password()).toBe(secret);
  expect(await read()).toMatchObject({ ...place, hasBackupPassword: true });
  expect(JSON.stringify(await read())).not.toContain("tajne");
  await save({ ...empty, ...place, backupUrl: "s3://pliki.example/inny/" });
  expect(password()).toBe(secret);
  for (const other of [{ backupUrl: "s3://obcy.example/kopie/" }, { backupUser: "ktoś" }]) {
    await save({ ...empty, ...place, backupPassword: secret });
    await save({ ...empty, ...place, ...other });
    expect(password()).toBe("");
  }
  for (const backupUrl of [
    "http://pliki.example/",
    "s3+http://pliki.example/a/",
    "https://a:b@pliki.example/",
    "x",
  ])
    expect((await save({ ...empty, backupUrl })).wrong).toEqual(["backupUrl"]);
  expect(panel.settings.config().backupUrl).toBeDefined();
  await save(empty);
  expect(panel.settings.config().backupUrl).toBeUndefined();
});

test("C8.1 a key for backups with a wrong checksum is refused", async () => {
  const { browser } = await signedIn();
  const answer = await browser.write("/panel/api/backups/challenge", { recipient: `age1${"q".repeat(58)}` });
  expect(answer.status).toBe(400);
});

test("P8.2 invalid settings are reported by field, and nothing is saved", async () => {
  const { save } = await signedIn();
  const wrong = async (change: object) => (await save({ ...empty, ...change })).wrong;
  expect(await wrong({ host: "poczta example" })).toEqual(["host"]);
  expect(await wrong({ host: "poczta.example", port: "99999" })).toEqual(["port"]);
  expect(await wrong({ mailFrom: "nikt", retentionDays: "0" })).toEqual(["mailFrom", "retentionDays"]);
  for (const alertUrl of ["ntfy", "http://ntfy.example/alarm"])
    expect(await wrong({ alertUrl })).toEqual(["alertUrl"]);
  expect(panel.newSettings()).toBe(0);
});

test("P8.2 while the site has no e-mail, mail needs its addresses here, and the mail server is not blamed for that", async () => {
  const { save, tryOut } = await signedIn({}, "");
  const { typed } = await startServer();
  for (const send of [save, tryOut]) {
    expect(await send(typed)).toEqual({ kind: "invalid", wrong: ["mailFrom", "mailTo"] });
    expect(await send({ ...typed, mailFrom: "ewa@studio.example" })).toMatchObject({ wrong: ["mailTo"] });
  }
  expect(await save({ ...empty, retentionDays: "90" })).toEqual({ kind: "saved" });
});

test("P8.2 half a character in a name or password is no error of the server", async () => {
  const { read, save } = await signedIn();
  const { typed } = await startServer();
  expect(await save({ ...typed, user: "a\ud83d", password: "b\ud83d" })).toEqual({ kind: "saved" });
  expect(await read()).toMatchObject({ user: "a\ufffd" });
  const place = { backupUrl: "https://pliki.example/", backupUser: "a\ud83d", backupPassword: "b\ud83d" };
  expect(await save({ ...empty, ...place })).toEqual({ kind: "saved" });
});

test("P8.2 settings are shown while the environment names a mail server's user with a plain %", async () => {
  const { read } = await signedIn({ SMTP_URL: "smtp://100%:hidden@127.0.0.1:2525" });
  expect(await read()).toMatchObject({ user: "100%", hasPassword: true });
});

test("P8.2 the environment takes precedence and cannot be changed in the panel", async () => {
  const environment = { SMTP_URL: "smtp://user:hidden@127.0.0.1:2525", ENQUIRY_RETENTION_DAYS: "90" };
  const { read, save } = await signedIn(environment);
  const shown = await read();
  expect(shown).toMatchObject({
    host: "127.0.0.1",
    port: "2525",
    user: "user",
    hasPassword: true,
    retentionDays: "90",
    fixed: ["host", "port", "user", "password", "retentionDays"],
  });
  expect(JSON.stringify(shown)).not.toContain("hidden");
  await save({ ...empty, host: "inny.example", mailTo: "a@b.pl" });
  expect(panel.settings.config()).toMatchObject({
    smtpUrl: environment.SMTP_URL,
    enquiryRetentionDays: 90,
    mailTo: "a@b.pl",
  });
  expect(JSON.parse(readFileSync(file(), "utf8"))).toEqual({ MAIL_TO: "a@b.pl" });
});

test("P8.2 a test e-mail uses the typed settings, and the server's answer is explained in plain words", async () => {
  const { tryOut, read } = await signedIn();
  const { server, typed } = await startServer();
  const mailbox = { ...typed, mailFrom: "strona@studio.example", mailTo: "trener@studio.example" };
  expect(await tryOut(mailbox)).toMatchObject({
    kind: "tried",
    ok: true,
    message: expect.stringContaining("przyjął e-mail do trener@studio.example"),
  });
  expect(server.received).toMatchObject([
    { to: "trener@studio.example", mail: { subject: "Próbny e-mail ze strony" } },
  ]);
  // A test saves nothing.
  expect(await read()).toMatchObject({ host: "" });

  const at = (change: object) => ({ ...mailbox, ...change });
  expect((await tryOut(at({ password: "inne" }))).message).toContain(
    "nie przyjmuje tej nazwy użytkownika lub tego hasła",
  );
  expect((await tryOut(at({ host: "nie-ma-takiego.invalid" }))).message).toContain(
    "Nie ma serwera o nazwie nie-ma-takiego.invalid",
  );
  expect((await tryOut(at({ port: "1" }))).message).toContain("nie przyjmuje poczty na porcie 1");
  server.state.mood = "refuse recipient";
  expect((await tryOut(mailbox)).message).toContain("nie przyjmuje e-maili na adres trener@studio.example");
  server.state.mood = "refuse sender";
  expect((await tryOut(mailbox)).message).toContain("nie pozwala wysyłać z adresu strona@studio.example");
  server.state.mood = "refuse content";
  expect((await tryOut(mailbox)).message).toContain("Kod od serwera: 554.");
  server.state.mood = "not now";
  expect((await tryOut(mailbox)).message).toContain("dopiero później");
  expect(server.received).toHaveLength(1);
});

test("C7.4 the server of a mailbox is found by its address, and null for an unknown one", async () => {
  const { browser } = await signedIn();
  const find = async (address: string) =>
    (await browser.write("/panel/api/settings/server", { address })).json();
  expect(await find("ala@gmail.com")).toMatchObject({ found: { host: "smtp.gmail.com", port: "465" } });
  expect(await find("ala@nieznana.example")).toEqual({ found: null });
});

test("P8.2 T19 a test e-mail and a change need the passkey again after ten minutes", async () => {
  const { browser } = await signedIn();
  panel.clock.nowMs += 11 * 60_000;
  const answers = [
    await browser.write("/panel/api/settings", empty, { method: "PUT" }),
    await browser.write("/panel/api/settings/trial", empty),
  ];
  for (const answer of answers) expect(await answer.json()).toEqual({ error: "needs-passkey" });
});
