import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { type MailServer, type MailServerMood, startMailServer } from "../testing/mail-server.ts";
import { type EmailMessage, paragraph, parseMailbox } from "./email-message.server.ts";
import { classify, createMailer } from "./mailer.server.ts";

const email: EmailMessage = {
  from: { name: "Studio", address: "kontakt@studio.example" },
  to: { name: "Ala", address: "ala@poczta.example" },
  subject: "Próba",
  blocks: [paragraph("Dzień dobry")],
};

// The server of the test answers within it even on a busy machine.
const minFairTimeoutMs = 3_000;

let server: MailServer;
afterEach(() => server.stop());

async function mailerFor(mood: MailServerMood) {
  server = await startMailServer();
  server.state.mood = mood;
  return createMailer({ smtpUrl: server.url, answerTimeoutMs: minFairTimeoutMs });
}

test("a message is accepted", async () => {
  const mailer = await mailerFor("accept");
  expect(await mailer.check()).toEqual({ kind: "sent" });
  expect(await mailer.send(email, "<1@studio.example>")).toEqual({ kind: "sent" });
  expect(server.received[0]?.mail).toMatchObject({
    subject: "Próba",
    messageId: "<1@studio.example>",
    text: "Dzień dobry\n",
    from: { text: '"Studio" <kontakt@studio.example>' },
  });
});

test("an address whose domain has Polish letters is reached, and written in ASCII", async () => {
  const mailer = await mailerFor("accept");
  const to = { name: "", address: "foto@łódź.pl" };
  expect(await mailer.send({ ...email, to }, "<1@studio.example>")).toEqual({ kind: "sent" });
  // The server of the test decodes the envelope.
  expect(server.received[0]?.to).toBe("foto@łódź.pl");
  expect(server.received[0]?.raw).toMatch(/^To: foto@xn--d-uga0v4h\.pl\r$/m);
});

test.each([
  ["refuse recipient", "refused", "550 EENVELOPE RCPT TO"],
  ["refuse content", "refused", "554 EMESSAGE DATA"],
  ["not now", "later", "451 EENVELOPE RCPT TO"],
  ["refuse sender", "unreachable", "553 EENVELOPE MAIL FROM"],
  ["hang after data", "unreachable", "ETIMEDOUT CONN"],
  ["take and hang up", "unreachable", "ECONNECTION CONN"],
  ["hang up at once", "unreachable", "ECONNECTION CONN"],
] as const)("%s: %s", async (mood, kind, codes) => {
  const mailer = await mailerFor(mood);
  expect(await mailer.send(email, "<1@studio.example>")).toEqual({ kind, codes });
});

test("a server that looks at a message for twenty seconds before it takes it gets it once", async () => {
  server = await startMailServer();
  server.state.mood = "answer late";
  expect(await createMailer({ smtpUrl: server.url }).send(email, "<1@studio.example>")).toEqual({
    kind: "sent",
  });
  expect(server.received).toHaveLength(1);
});

test("a server whose reply never ends is unreachable", async () => {
  server = await startMailServer();
  const endless = createServer((socket) => {
    socket.on("error", () => {});
    socket.write("220 ready\r\n");
    const timer = setInterval(() => socket.write("250-more\r\n"), 100);
    socket.on("close", () => clearInterval(timer));
  }).listen(0, "127.0.0.1");
  await once(endless, "listening");
  onTestFinished(() => void endless.close());
  const { port } = endless.address() as AddressInfo;
  const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, sendTimeoutMs: minFairTimeoutMs });
  expect(await mailer.check()).toEqual({ kind: "unreachable", codes: "ETIMEDOUT" });
});

test("a server that is not running is unreachable", async () => {
  const mailer = await mailerFor("accept");
  await server.stop();
  expect(await mailer.send(email, "<1@studio.example>")).toEqual({
    kind: "unreachable",
    codes: "ESOCKET CONN ECONNREFUSED",
  });
});

test.each(["wrong", ""])("refused credentials are recognised: password %j", async (password) => {
  server = await startMailServer({ password: "right" });
  const user = password && `user:${password}@`;
  const mailer = createMailer({
    smtpUrl: server.url.replace("//", `//${user}`),
    stepTimeoutMs: minFairTimeoutMs,
  });
  expect(await mailer.send(email, "<1@studio.example>")).toMatchObject({ kind: "credentials" });
  const right = createMailer({
    smtpUrl: server.url.replace("//", "//user:right@"),
    stepTimeoutMs: minFairTimeoutMs,
  });
  expect(await right.send(email, "<1@studio.example>")).toEqual({ kind: "sent" });
});

test("a temporary failure of authentication does not count as refused credentials", () => {
  expect(classify({ code: "EAUTH", responseCode: 454, command: "AUTH PLAIN" }).kind).toBe("unreachable");
});

test("mail to another machine needs TLS, and with credentials no parameter of the address can lift that", async () => {
  // It is this machine, but by a name that does not say so.
  const sendAbroad = (user: string, query = "") =>
    createMailer({
      smtpUrl: `smtp://${user}[::ffff:127.0.0.1]:${server.port}${query}`,
      stepTimeoutMs: minFairTimeoutMs,
    }).send(email, "<1@studio.example>");
  const inClear = "?requireTLS=false&ignoreTLS=true&opportunisticTLS=true";

  server = await startMailServer({ password: "right" });
  expect(await sendAbroad("user:right@")).toMatchObject({ kind: "unreachable" });
  expect(await sendAbroad("user:right@", inClear)).toMatchObject({ kind: "unreachable" });
  expect(await sendAbroad(":right@", inClear)).toMatchObject({ kind: "unreachable" });
  await server.stop();

  server = await startMailServer();
  expect(await sendAbroad("")).toMatchObject({ kind: "unreachable" });
  expect(await sendAbroad("", inClear)).toEqual({ kind: "sent" });
});

test("T20 parameters of the address run no command, choose no proxy and say nothing in the log", async () => {
  const folder = mkdtempSync(join(tmpdir(), "mailer-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const said = vi.spyOn(console, "log").mockReturnValue();
  onTestFinished(() => said.mockRestore());
  server = await startMailServer();
  const command = `cat > ${join(folder, "taken")}`;
  const sendmail = ["sendmail=true&path=/usr/bin/env", ...["sh", "-c", command].map(encodeURIComponent)];
  for (const query of [
    sendmail.join("&args="),
    "proxy=http://127.0.0.1:1",
    "jsonTransport=true",
    "host=127.0.0.2&logger=true&debug=true",
  ]) {
    const mailer = createMailer({ smtpUrl: `${server.url}/?${query}`, stepTimeoutMs: minFairTimeoutMs });
    expect(await mailer.send(email, "<1@studio.example>")).toEqual({ kind: "sent" });
  }
  expect(server.received).toHaveLength(4);
  expect(readdirSync(folder)).toEqual([]);
  expect(said).not.toHaveBeenCalled();
});

test.each([
  ["kontakt@studio.example", "Studio", "kontakt@studio.example"],
  ["Ala Kot <ala@studio.example>", "Ala Kot", "ala@studio.example"],
  ['"Ala Kot" <ala@studio.example>', "Ala Kot", "ala@studio.example"],
  ["<ala@studio.example>", "Studio", "ala@studio.example"],
])("mailbox %s", (mailbox, name, address) => {
  expect(parseMailbox(mailbox, "Studio")).toEqual({ name, address });
});
