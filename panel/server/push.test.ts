import { beforeEach, expect, test } from "vitest";
import { startPanel } from "./testing/panel-fixture.ts";
import { createReceiver } from "./testing/push-receiver.ts";

type Sent = { url: string; headers: Headers; body: Buffer };
let sent: Sent[];
let status: number;
let panel: Awaited<ReturnType<typeof startPanel>>;

beforeEach(async () => {
  sent = [];
  status = 201;
  panel = await startPanel({
    fetch: async (url, init) => {
      const body = Buffer.from(init?.body as Uint8Array);
      sent.push({ url: String(url), headers: new Headers(init?.headers), body });
      return new Response(null, { status });
    },
  });
});

async function subscribed() {
  const browser = await panel.signInByLink(panel.createBrowser());
  const receiver = createReceiver();
  expect((await browser.write("/panel/api/push", receiver.subscription)).status).toBe(204);
  return { browser, receiver };
}

test("P3.3 T14 a device gets an encrypted declarative notification, signed with the key of its subscription", async () => {
  const { browser, receiver } = await subscribed();
  const { publicKey } = await (await browser.get("/panel/api/push")).json();
  expect((await browser.write("/panel/api/push/test")).status).toBe(200);
  const [message] = sent;
  expect(message?.url).toBe(receiver.subscription.endpoint);
  expect(message?.headers.get("Authorization")).toContain(`k=${publicKey}`);
  expect(message?.headers.get("Content-Encoding")).toBe("aes128gcm");
  expect(receiver.open(message?.body ?? Buffer.alloc(0))).toEqual({
    web_push: 8030,
    notification: {
      title: "Powiadomienia działają",
      body: "Tak będzie wyglądać powiadomienie o zapytaniu.",
      navigate: "https://www.studio.example/panel/",
      lang: "pl",
    },
  });
  const { sessions } = await (await browser.get("/panel/api/devices")).json();
  expect(sessions[0].notifications).toEqual([{ lastSuccessAt: panel.clock.nowMs }]);
});

test("P3.3 an expired subscription is removed", async () => {
  const { browser } = await subscribed();
  status = 410;
  expect((await browser.write("/panel/api/push/test")).status).toBe(409);
  expect(await panel.accounts.pushSubscriptions.list()).toEqual([]);
});

test("a subscription survives a temporary failure of the push service", async () => {
  const { browser } = await subscribed();
  status = 503;
  await browser.write("/panel/api/push/test");
  expect(await panel.accounts.pushSubscriptions.list()).toMatchObject([{ lastSuccessAt: null }]);
});

test("only a push service on https is accepted", async () => {
  const { browser, receiver } = await subscribed();
  for (const endpoint of [
    "http://push.example/1",
    "http://127.0.0.1:3000/api/enquiries",
    "file:///etc/passwd",
  ]) {
    const response = await browser.write("/panel/api/push", { ...receiver.subscription, endpoint });
    expect(response.status).toBe(400);
  }
});
