import { afterEach, expect, test } from "vitest";
import { type MailServer, type MailServerMood, startMailServer } from "../testing/mail-server.ts";
import { type Letter, paragraph } from "./letter.server.ts";
import { classify, createPost, parseMailbox } from "./transport.server.ts";

const letter: Letter = {
  to: { name: "Ala", address: "ala@poczta.example" },
  subject: "Próba",
  blocks: [paragraph("Dzień dobry")],
};
const from = { name: "Studio", address: "kontakt@studio.example" };

let server: MailServer;
afterEach(() => server.stop());

async function postIn(mood: MailServerMood) {
  server = await startMailServer();
  server.state.mood = mood;
  return createPost({ smtpUrl: server.url, from, silenceMs: 300 });
}

test("a message is accepted", async () => {
  const post = await postIn("accept");
  expect(await post.check()).toEqual({ kind: "sent" });
  expect(await post.send(letter, "<1@studio.example>")).toEqual({ kind: "sent" });
  expect(server.received[0]?.mail).toMatchObject({
    subject: "Próba",
    messageId: "<1@studio.example>",
    text: "Dzień dobry\n",
    from: { text: '"Studio" <kontakt@studio.example>' },
  });
});

test.each([
  ["refuse recipient", "refused", "550 EENVELOPE RCPT TO"],
  ["refuse content", "refused", "554 EMESSAGE DATA"],
  ["not now", "later", "451 EENVELOPE RCPT TO"],
  ["refuse sender", "unreachable", "553 EENVELOPE MAIL FROM"],
  ["hang after data", "unreachable", "ETIMEDOUT CONN"],
  ["take and hang up", "unreachable", "ECONNECTION CONN"],
  ["hang up at once", "unreachable", "ECONNECTION CONN"],
] as const)("%s: %s", async (mood, kind, fault) => {
  const post = await postIn(mood);
  expect(await post.send(letter, "<1@studio.example>")).toEqual({ kind, fault });
});

test("a server that is not there cannot be reached", async () => {
  const post = await postIn("accept");
  await server.stop();
  expect(await post.send(letter, "<1@studio.example>")).toEqual({
    kind: "unreachable",
    fault: "ESOCKET CONN",
  });
});

test.each(["wrong", ""])("credentials are told from everything else: password %j", async (password) => {
  server = await startMailServer({ password: "right" });
  const user = password && `user:${password}@`;
  const post = createPost({ smtpUrl: server.url.replace("//", `//${user}`), from, silenceMs: 300 });
  expect(await post.send(letter, "<1@studio.example>")).toMatchObject({ kind: "credentials" });
  const right = createPost({ smtpUrl: server.url.replace("//", "//user:right@"), from, silenceMs: 300 });
  expect(await right.send(letter, "<1@studio.example>")).toEqual({ kind: "sent" });
});

test("a server that cannot check credentials just now does not refuse them", () => {
  expect(classify({ code: "EAUTH", responseCode: 454, command: "AUTH PLAIN" }).kind).toBe("unreachable");
});

test("credentials do not travel to another machine in the clear, unless the owner says so", async () => {
  server = await startMailServer({ password: "right" });
  // It is this machine, but by a name that does not say so.
  const abroad = `smtp://user:right@[::ffff:127.0.0.1]:${server.port}`;
  const send = (smtpUrl: string) =>
    createPost({ smtpUrl, from, silenceMs: 300 }).send(letter, "<1@studio.example>");
  expect(await send(abroad)).toMatchObject({ kind: "unreachable" });
  expect(await send(`${abroad}?requireTLS=false`)).toEqual({ kind: "sent" });
});

test.each([
  ["kontakt@studio.example", "Studio", "kontakt@studio.example"],
  ["Ala Kot <ala@studio.example>", "Ala Kot", "ala@studio.example"],
  ["<ala@studio.example>", "Studio", "ala@studio.example"],
])("mailbox %s", (mailbox, name, address) => {
  expect(parseMailbox(mailbox, "Studio")).toEqual({ name, address });
});
