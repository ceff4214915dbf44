import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { siteUrl, startPanel } from "./testing/panel-fixture.ts";

const minuteMs = 60_000;
let panel: Awaited<ReturnType<typeof startPanel>>;

beforeEach(async () => {
  panel = await startPanel();
});

/** Some of the actions that ask for the passkey. */
const irreversible = [
  ["POST", "/panel/api/codes"],
  ["POST", "/panel/api/links"],
  ["POST", "/panel/api/passkeys/options"],
  ["DELETE", "/panel/api/passkeys/x"],
  ["DELETE", "/panel/api/sessions/x"],
  ["POST", "/panel/api/enquiries/export"],
  ["POST", "/panel/api/backups"],
  ["DELETE", "/panel/api/photos/x"],
  ["POST", "/panel/api/calendar-feed"],
  ["DELETE", "/panel/api/enquiries/x/person"],
] as const;

async function signedIn() {
  const browser = await panel.signInByLink(panel.createBrowser());
  const device = await panel.addPasskey(browser);
  return { browser, device };
}

type Browser = Awaited<ReturnType<typeof signedIn>>["browser"];

/** Signs in with a passkey, or confirms with it. */
async function prove(browser: Browser, device: ReturnType<typeof panel.phone>, by: "sign-in" | "confirm") {
  const options = await (await browser.write(`/panel/api/${by}/options`)).json();
  return browser.write(`/panel/api/${by}`, { credential: device.get(options) });
}

describe("sign-in", () => {
  test("P1.2 before there is a passkey the panel only explains how to create the first link", async () => {
    const page = await panel.createBrowser().get("/panel/");
    expect(await page.text()).toContain("npm run panel -- link");
    expect(page.status).toBe(200);
    await signedIn();
    expect(await (await panel.createBrowser().get("/panel/zapytania")).text()).toContain(
      "<title>Panel</title>",
    );
  });

  test("a link opens the panel without a passkey, and the passkey signs in afterwards", async () => {
    const { device } = await signedIn();
    const later = panel.createBrowser();
    expect((await later.get("/panel/api/me")).status).toBe(401);
    const options = await (await later.write("/panel/api/sign-in/options")).json();
    expect(options.allowCredentials ?? []).toEqual([]);
    expect(options.userVerification).toBe("required");
    const answer = await later.write("/panel/api/sign-in", { credential: device.get(options) });
    expect(answer.status).toBe(204);
    expect(await (await later.get("/panel/api/me")).json()).toMatchObject({
      deviceName: "Telefon",
      isGuest: false,
      hasPasskey: true,
    });
  });

  test("P2.1 T8 a link is used up by a POST, never by a GET", async () => {
    const token = await panel.accounts.links.create("setup");
    for (const path of [
      `/panel/start?token=${token}`,
      `/panel/api/links/claim?token=${token}`,
      `/panel/#${token}`,
    ]) {
      await panel.createBrowser().get(path);
    }
    const response = await panel.createBrowser().write("/panel/api/links/claim", { token, deviceName: "T" });
    expect(response.status).toBe(204);
  });

  test("P2.1 T8 two concurrent claims of one link open one session", async () => {
    const token = await panel.accounts.links.create("setup");
    const answers = await Promise.all(
      ["1", "2", "3", "4"].map((n) =>
        panel.createBrowser(`192.0.2.${n}`).write("/panel/api/links/claim", { token, deviceName: n }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 403, 403, 403]);
    expect(await panel.accounts.sessions.list()).toHaveLength(1);
  });

  test("P2.1 P2.3 a claim whose response was lost is repeated by the same page, for two minutes", async () => {
    const token = await panel.accounts.links.create("setup");
    const claim = (key: string) =>
      panel
        .createBrowser()
        .write("/panel/api/links/claim", { token, deviceName: "T" }, { headers: { "Idempotency-Key": key } });
    expect((await claim("a".repeat(32))).status).toBe(204);
    const again = await claim("a".repeat(32));
    expect(again.status).toBe(204);
    expect(again.headers.get("Set-Cookie")).toContain("panel=");
    expect(await panel.accounts.sessions.list()).toHaveLength(1);
    for (const other of ["b".repeat(32), ""]) expect((await claim(other)).status).toBe(403);
    panel.clock.nowMs += 2 * minuteMs;
    expect((await claim("a".repeat(32))).status).toBe(403);
  });

  test("P2.6 T1 T2 2 000 guesses at links and codes open nothing and do not block the passkey", async () => {
    const { device } = await signedIn();
    await panel.accounts.codes.replace();
    const statuses = new Set<number>();
    for (let i = 0; i < 1000; i += 1) {
      // Like an attacker with many addresses, some of them used repeatedly.
      const browser = panel.createBrowser(`198.51.${i % 3}.${i % 10}`);
      const link = await browser.write("/panel/api/links/claim", {
        token: `${i}`.padStart(43, "A"),
        deviceName: "X",
      });
      const code = await browser.write("/panel/api/recovery", { code: `${i}`.padStart(16, "0") });
      statuses.add(link.status).add(code.status);
    }
    expect([...statuses].sort()).toEqual([403, 429]);
    // Many guesses are one line in the audit log, so they cannot fill the disk.
    const failures = (await panel.accounts.auditLog.list({ limit: 50 })).filter(
      ({ succeeded }) => !succeeded,
    );
    expect(failures.map(({ device }) => device)).toEqual(Array(2).fill("nieznane urządzenie"));
    expect(panel.mails.filter(({ subject }) => subject === "Powrót do panelu")).toEqual([]);
    const owner = panel.createBrowser("198.51.0.0");
    expect((await prove(owner, device, "sign-in")).status).toBe(204);
  });

  test("P2.3 T9 a lost phone: a code and the mailbox together open the panel and sign everybody else out", async () => {
    const { browser: lost, device } = await signedIn();
    const guestLink = (await (await lost.write("/panel/api/links")).json()).token;
    const setupLink = await panel.accounts.links.create("setup");
    const { codes } = await (await lost.write("/panel/api/codes")).json();
    const [code] = codes;
    const fresh = panel.createBrowser();
    expect((await fresh.write("/panel/api/recovery", { code })).status).toBe(204);
    const mail = panel.mails.at(-1);
    const token = /\/panel\/start#(\S+)/.exec(mail?.text ?? "")?.[1];
    expect(mail?.subject).toBe("Powrót do panelu");
    const claim = { token, deviceName: "Nowy telefon" };
    expect((await fresh.write("/panel/api/links/claim", claim)).status).toBe(403);
    const claimed = await fresh.write("/panel/api/links/claim", { ...claim, code });
    expect(claimed.status).toBe(204);
    expect(await (await fresh.get("/panel/api/passkeys/suspended")).json()).toMatchObject([
      { name: "Telefon" },
    ]);
    expect(await (await fresh.get("/panel/api/me")).json()).toMatchObject({ hasSuspended: true });
    expect((await lost.get("/panel/api/me")).status).toBe(401);
    expect(panel.mails.at(-1)).toMatchObject({
      subject: "Nowe urządzenie w panelu",
      // Whoever was in may have replaced them.
      text: expect.stringContaining("utwórz nowe kody zapasowe"),
    });
    for (const token of [guestLink, setupLink]) {
      const claim = await panel.createBrowser().write("/panel/api/links/claim", { token, deviceName: "X" });
      expect(claim.status).toBe(403);
    }

    // The finder knows the phone's screen code.
    const finder = panel.createBrowser();
    expect(await (await prove(finder, device, "sign-in")).json()).toEqual({ error: "suspended" });
    expect((await fresh.write("/panel/api/passkeys/suspended", { kept: [] }, { method: "PUT" })).status).toBe(
      204,
    );
    expect(await (await prove(finder, device, "sign-in")).json()).toEqual({ error: "refused" });
    expect(await (await fresh.get("/panel/api/me")).json()).toMatchObject({ hasSuspended: false });
    const entries = await panel.accounts.auditLog.list({ limit: 50 });
    expect(entries.find(({ action }) => action === "passkey-removed")).toMatchObject({
      device: "Nowy telefon",
      detail: "Telefon",
    });
    expect((await panel.createBrowser().write("/panel/api/recovery", { code })).status).toBe(403);
  });

  test("P2.3 the question which keys stay waits for its answer, and the keys that stay work again", async () => {
    const { device } = await signedIn();
    const owner = await panel.signInByLink(panel.createBrowser(), "Nowy telefon");
    panel.clock.nowMs += 24 * 60 * minuteMs;
    const keys = await (await owner.get("/panel/api/passkeys/suspended")).json();
    expect(keys).toMatchObject([{ name: "Telefon", lastUsedAt: null }]);
    const kept = keys.map(({ id }: { id: string }) => id);
    expect((await owner.write("/panel/api/passkeys/suspended", { kept }, { method: "PUT" })).status).toBe(
      204,
    );
    expect(await (await owner.get("/panel/api/passkeys/suspended")).json()).toEqual([]);
    const phone = panel.createBrowser();
    expect((await prove(phone, device, "sign-in")).status).toBe(204);
  });

  test("P2.2 while no key works, a link's session may still create the first after ten minutes", async () => {
    const owner = await panel.signInByLink(panel.createBrowser());
    panel.clock.nowMs += 24 * 60 * minuteMs;
    await panel.addPasskey(owner);
    panel.clock.nowMs += 11 * minuteMs;
    expect((await owner.write("/panel/api/passkeys/options")).status).toBe(403);
  });

  test("P2.7 an address without host name or https says why there is no passkey", async () => {
    expect(await (await panel.createBrowser().get("/panel/api/door")).json()).toEqual({
      signedIn: false,
      noPasskeys: null,
      siteMoved: false,
    });
  });
});

describe("attacks", () => {
  const writes = [
    ["POST", "/panel/api/sign-in/options"],
    ["POST", "/panel/api/sign-in"],
    ["POST", "/panel/api/links/claim"],
    ["POST", "/panel/api/recovery"],
    ["POST", "/panel/api/settings/server"],
    ["POST", "/panel/api/state/check"],
    ["POST", "/panel/api/state/update"],
    ["POST", "/panel/api/sign-out"],
    ["POST", "/panel/api/confirm/options"],
    ["POST", "/panel/api/confirm"],
    ["POST", "/panel/api/passkeys/options"],
    ["POST", "/panel/api/passkeys"],
    ["PUT", "/panel/api/passkeys/suspended"],
    ["DELETE", "/panel/api/passkeys/x"],
    ["DELETE", "/panel/api/sessions/x"],
    ["POST", "/panel/api/links"],
    ["POST", "/panel/api/codes"],
    ["POST", "/panel/api/push"],
    ["POST", "/panel/api/push/remove"],
    ["POST", "/panel/api/push/test"],
    ["PUT", "/panel/api/uploads/x{[0-9a-f]{64}}"],
    ["PUT", "/panel/api/restore/x{[0-9a-f]{64}}"],
    ["POST", "/panel/api/restore/x{[0-9a-f]{64}}"],
    ["POST", "/panel/api/restore/x{[0-9a-f]{64}}/confirm"],
    ["PUT", "/panel/api/uploads/logo"],
    ["PUT", "/panel/api/content/x"],
    ["PUT", "/panel/api/photos/x"],
    ["DELETE", "/panel/api/photos/x"],
    ["POST", "/panel/api/backups"],
    ["POST", "/panel/api/backups/allowed"],
    ["POST", "/panel/api/backups/challenge"],
    ["POST", "/panel/api/backups/key"],
    ["POST", "/panel/api/backups/send"],
    ["PUT", "/panel/api/settings"],
    ["POST", "/panel/api/settings/trial"],
    ["POST", "/panel/api/publish"],
    ["POST", "/panel/api/publish/hide"],
    ["POST", "/panel/api/content/begin"],
    ["POST", "/panel/api/history/x/restore"],
    ["POST", "/panel/api/enquiries"],
    ["POST", "/panel/api/enquiries/export"],
    ["POST", "/panel/api/enquiries/search"],
    ["POST", "/panel/api/enquiries/x/read"],
    ["PUT", "/panel/api/enquiries/x/state"],
    ["POST", "/panel/api/enquiries/x/notes"],
    ["DELETE", "/panel/api/enquiries/x/notes/x"],
    ["PUT", "/panel/api/enquiries/x/reminder"],
    ["POST", "/panel/api/enquiries/x/release"],
    ["POST", "/panel/api/enquiries/x/spam"],
    ["POST", "/panel/api/enquiries/x/resend"],
    ["DELETE", "/panel/api/enquiries/x/person"],
    ["POST", "/panel/api/enquiries/x/answers"],
    ["POST", "/panel/api/enquiries/x/contact"],
    ["PUT", "/panel/api/answers/x"],
    ["POST", "/panel/api/appointments"],
    ["POST", "/panel/api/appointments/x/accept"],
    ["POST", "/panel/api/appointments/x/cancel"],
    ["POST", "/panel/api/appointments/x/undo"],
    ["PUT", "/panel/api/appointments/x/time"],
    ["POST", "/panel/api/appointments/x/opinion"],
    ["POST", "/panel/api/appointments/x/link"],
    ["PUT", "/panel/api/opinions/x"],
    ["DELETE", "/panel/api/opinions/x"],
    ["POST", "/panel/api/slots"],
    ["DELETE", "/panel/api/slots/x"],
    ["PUT", "/panel/api/busy-calendars"],
    ["POST", "/panel/api/calendar-feed"],
    ["DELETE", "/panel/api/calendar-feed"],
  ] as const;

  test("P2.6 T4 the list of writes is complete", () => {
    const routes = panel.routes.filter(({ method }) => !["ALL", "GET"].includes(method));
    const named = new Set(routes.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, "x")}`));
    expect([...named].sort()).toEqual(writes.map((write) => write.join(" ")).sort());
  });

  test("P2.6 T3 a write to the address of all calls is no page: without a session it is refused", async () => {
    const headers = { "Idempotency-Key": "a-key-of-letters-01" };
    expect((await panel.createBrowser().write("/panel/api", {}, { headers })).status).toBe(401);
  });

  test.each(writes)(
    "P2.6 T4 %s %s from a foreign page, or without a named origin, is refused",
    async (method, path) => {
      const { browser } = await signedIn();
      for (const headers of [
        { Origin: "" },
        { Origin: "null" },
        { Origin: "https://studio.example" },
        { Origin: "http://www.studio.example" },
        { Origin: "https://www.studio.example.evil.example" },
        { "X-Panel": "" },
        { "Sec-Fetch-Site": "cross-site" },
        { "Sec-Fetch-Site": "same-site" },
      ]) {
        const response = await browser.write(
          path,
          {},
          { method, headers: headers as Record<string, string> },
        );
        expect(response.status).toBe(403);
        expect(await response.json()).toEqual({ error: "foreign-origin" });
      }
    },
  );

  test("T1 everything but sign-in needs a session", async () => {
    await signedIn();
    const open = ["/door", "/sign-in/options", "/sign-in", "/links/claim", "/recovery"];
    const routes = panel.routes.filter(
      ({ method, path }) =>
        method !== "ALL" && path.startsWith("/panel/api/") && !open.includes(path.slice("/panel/api".length)),
    );
    expect(routes.length).toBeGreaterThan(12);
    for (const { method, path } of routes) {
      const stranger = panel.createBrowser();
      stranger.cookie = "__Host-panel=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
      const response =
        method === "GET" ? await stranger.get(path) : await stranger.write(path, {}, { method });
      expect(response.status).toBe(401);
    }
  });

  test("an invalid cursor for the list of enquiries is refused", async () => {
    const { browser } = await signedIn();
    expect((await browser.get("/panel/api/enquiries?after=1.5-ABCD-EFGH")).status).toBe(400);
    const answer = await browser.write("/panel/api/enquiries/search", { search: "", after: "nowhere" });
    expect(answer.status).toBe(400);
  });

  test("T10 a stolen cookie is invalid after sign-out", async () => {
    const { browser } = await signedIn();
    const thief = panel.createBrowser();
    thief.cookie = browser.cookie;
    expect((await thief.get("/panel/api/me")).status).toBe(200);
    const out = await browser.write("/panel/api/sign-out");
    expect(out.headers.get("Clear-Site-Data")).toBe('"cache"');
    expect((await thief.get("/panel/api/me")).status).toBe(401);
  });

  test("P2.5 T10 T11 a sign-in or a confirmation replaces the cookie", async () => {
    const planted = panel.createBrowser();
    planted.cookie = "__Host-panel=attacker-knows-this-value-attacker-knows-it";
    await panel.signInByLink(planted);
    expect(planted.cookie).not.toContain("attacker");
    const before = planted.cookie;
    await panel.addPasskey(planted);
    const thief = panel.createBrowser();
    thief.cookie = before;
    expect((await thief.write("/panel/api/codes")).status).toBe(403);
    panel.clock.nowMs += minuteMs;
    expect((await thief.get("/panel/api/me")).status).toBe(401);
    expect((await planted.get("/panel/api/me")).status).toBe(200);
  });

  test.each(["passkeys", "confirm"] as const)(
    "P2.6 T13 a new cookie whose answer was lost is given again for the same write: %s",
    async (route) => {
      const browser = await panel.signInByLink(panel.createBrowser());
      const device = panel.phone();
      if (route === "confirm") await panel.addPasskey(browser, device);
      const before = browser.cookie;
      const options = await (await browser.write(`/panel/api/${route}/options`)).json();
      const proof =
        route === "confirm"
          ? { credential: device.get(options) }
          : { name: "Telefon", credential: device.create(options) };
      const headers = { "Idempotency-Key": "the-same-key-twice-0003" };
      expect((await browser.write(`/panel/api/${route}`, proof, { headers })).status).toBe(204);
      const given = browser.cookie;
      expect(given).not.toBe(before);

      browser.cookie = before;
      expect((await browser.write(`/panel/api/${route}`, proof, { headers })).status).toBe(204);
      expect(browser.cookie).toBe(given);
      panel.clock.nowMs += minuteMs;
      expect((await browser.get("/panel/api/me")).status).toBe(200);
    },
  );

  test("P2.5 a refresh that a confirmation overtakes is not signed out, but a sign-out ends it", async () => {
    const { browser, device } = await signedIn();
    const refreshing = panel.createBrowser();
    refreshing.cookie = browser.cookie;
    await prove(browser, device, "confirm");
    expect(refreshing.cookie).not.toBe(browser.cookie);
    expect((await refreshing.get("/panel/api/enquiries/counts")).status).toBe(200);
    await browser.write("/panel/api/sign-out");
    expect((await refreshing.get("/panel/api/enquiries/counts")).status).toBe(401);
  });

  test("P2.5 the cookie is for this host only, and neither scripts nor foreign posts can use it", async () => {
    const token = await panel.accounts.links.create("setup");
    const response = await panel.createBrowser().write("/panel/api/links/claim", { token, deviceName: "T" });
    const cookie = response.headers.get("Set-Cookie") ?? "";
    expect(cookie).toMatch(/^__Host-panel=[\w-]{43}; /);
    for (const attribute of ["HttpOnly", "Secure", "SameSite=Lax", "Path=/"])
      expect(cookie).toContain(attribute);
    expect(cookie).not.toContain("Domain");
  });

  test("P2.4 T10 T18 irreversible actions need the passkey again after ten minutes", async () => {
    const { browser, device } = await signedIn();
    panel.clock.nowMs += 11 * minuteMs;
    for (const [method, path] of irreversible) {
      const response = await browser.write(path, {}, { method });
      expect(await response.json()).toEqual({ error: "needs-passkey" });
    }
    expect((await prove(browser, device, "confirm")).status).toBe(204);
    expect((await browser.write("/panel/api/codes")).status).toBe(200);
  });

  test("T10 a laptop that confirms with the phone's key is signed out with its own", async () => {
    const { browser, device } = await signedIn();
    const { token } = await (await browser.write("/panel/api/links")).json();
    const laptop = panel.createBrowser();
    await laptop.write("/panel/api/links/claim", { token, deviceName: "Laptop" });
    await prove(laptop, device, "confirm");
    await panel.addPasskey(laptop, panel.phone(), "Laptop");
    expect((await prove(laptop, device, "confirm")).status).toBe(204);
    const { passkeys } = await (await browser.get("/panel/api/devices")).json();
    const { id } = passkeys.find(({ name }: { name: string }) => name === "Laptop");
    expect((await browser.write(`/panel/api/passkeys/${id}`, {}, { method: "DELETE" })).status).toBe(204);
    expect((await laptop.get("/panel/api/me")).status).toBe(401);
    expect((await browser.get("/panel/api/me")).status).toBe(200);
  });

  test("P2.5 the panel opens while the database takes no writes, as on a full disk", async () => {
    const { browser } = await signedIn();
    panel.clock.nowMs += 2 * minuteMs;
    await sql`pragma query_only = on`.execute(panel.database.db);
    for (const path of ["/me", "/state", "/enquiries/today"])
      expect((await browser.get(`/panel/api${path}`)).status).toBe(200);
  });

  test("P2.6 T13 a write that is sent twice is applied once", async () => {
    const { browser } = await signedIn();
    const laptop = await panel.accounts.sessions.begin({
      passkeyId: null,
      deviceName: "Laptop",
      beganWith: "link",
    });
    const path = `/panel/api/sessions/${laptop.session.id}`;
    const send = () =>
      browser.write(
        path,
        {},
        { method: "DELETE", headers: { "Idempotency-Key": "the-same-key-twice-0001" } },
      );
    const answers = await Promise.all([send(), send()]);
    answers.push(await send());
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect(
      (await panel.accounts.auditLog.list({ limit: 50 })).filter(
        ({ action }) => action === "device-signed-out",
      ),
    ).toHaveLength(1);
  });

  test("P2.6 T13 answers with secrets are not kept: a repeat makes new codes, which are valid", async () => {
    const { browser } = await signedIn();
    const headers = { "Idempotency-Key": "the-same-key-twice-0003" };
    const replace = async () => (await browser.write("/panel/api/codes", {}, { headers })).json();
    const [first, second] = await Promise.all([replace(), replace()]);
    expect(first).toEqual(second);
    const third = await replace();
    expect(third).not.toEqual(first);
    expect(await panel.accounts.codes.isUnused(third.codes[0])).toBe(true);
    expect(await panel.accounts.codes.isUnused(first.codes[0])).toBe(false);
  });

  test("T13 an idempotency key replayed by another client gets nothing", async () => {
    const { browser } = await signedIn();
    const headers = { "Idempotency-Key": "the-same-key-twice-0002" };
    await browser.write("/panel/api/codes", {}, { headers });
    expect((await panel.createBrowser().write("/panel/api/codes", {}, { headers })).status).toBe(401);
    await browser.write("/panel/api/sign-out");
    expect((await browser.write("/panel/api/codes", {}, { headers })).status).toBe(401);
  });

  test("T3 a body over 512 KiB is refused unread", async () => {
    const { browser } = await signedIn();
    const response = await browser.write("/panel/api/push/remove", { endpoint: "x".repeat(530_000) });
    expect(response.status).toBe(413);
  });

  test("T3 a device cannot add ready answers without end, because each enquiry comes with all of them", async () => {
    const { browser } = await signedIn();
    const save = (id: string) =>
      browser.write(`/panel/api/answers/${id}`, { name: id, text: "Dzień dobry" }, { method: "PUT" });
    let added = 0;
    while (added < 300 && (await save(`a${added}`)).status === 204) added += 1;
    expect(added).toBeGreaterThan(100);
    expect(added).toBeLessThan(300);
    expect((await save("a0")).status).toBe(204);
  });

  test("a body that is not JSON of the right shape is a 400", async () => {
    const { browser } = await signedIn();
    for (const body of [
      null,
      1,
      [],
      { name: 5 },
      { name: "x".repeat(61), credential: {} },
      { __proto__: 1 },
    ]) {
      expect((await browser.write("/panel/api/passkeys", body)).status).toBe(400);
    }
  });

  test("P1.4 T3 of many requests at once 20 are in progress and 200 wait; more get a 503, and the panel goes on afterwards", async () => {
    const { browser } = await signedIn();
    const answers = await Promise.all(Array.from({ length: 260 }, () => browser.get("/panel/api/me")));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(220);
    expect(statuses.filter((status) => status === 503)).toHaveLength(40);
    expect((await browser.get("/panel/api/me")).status).toBe(200);
  });
});

describe("strangers", () => {
  const owner = "203.0.113.9";

  /** Posts a body that never ends. */
  function postUnfinished(path: string, address: string): Promise<Response> {
    const start = new TextEncoder().encode('{"credential":');
    const body = new ReadableStream({ start: (controller) => controller.enqueue(start) });
    const request = { method: "POST", body, duplex: "half", headers };
    return panel.request(siteUrl + path, request as RequestInit, address);
  }

  function postText(path: string, text: string, address: string): Promise<Response> {
    return panel.request(siteUrl + path, { method: "POST", body: text, headers }, address);
  }

  const headers = { Origin: siteUrl, "X-Panel": "1", "Content-Type": "application/json" };

  async function signIn(device: ReturnType<typeof panel.phone>, address = owner): Promise<number> {
    const browser = panel.createBrowser(address);
    const options = await browser.write("/panel/api/sign-in/options");
    if (!options.ok) return options.status;
    const credential = device.get(await options.json());
    return (await browser.write("/panel/api/sign-in", { credential })).status;
  }

  test("P1.4 P2.6 T2 T3 bodies that never end keep nobody out, and are given up after five seconds", async () => {
    const { browser, device } = await signedIn();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const paths = ["/panel/api/sign-in", "/panel/api/links/claim", "/panel/api/recovery"];
      const held = Array.from({ length: 200 }, (_, at) =>
        postUnfinished(paths[at % paths.length] ?? "", `198.51.100.${at}`),
      );
      expect(await signIn(device)).toBe(204);
      const calls = await Promise.all(Array.from({ length: 20 }, () => browser.get("/panel/api/me")));
      expect(calls.map(({ status }) => status)).toEqual(Array(20).fill(200));
      vi.advanceTimersByTime(5_000);
      const answers = await Promise.all(held);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([408]));
      expect(answers[0]?.headers.get("Connection")).toBe("close");
    } finally {
      vi.useRealTimers();
    }
  });

  test("P2.6 T3 what succeeds is counted like what fails, for each call and address", async () => {
    const { device } = await signedIn();
    const calls = [
      (address: string) => panel.createBrowser(address).write("/panel/api/sign-in/options"),
      (address: string) => panel.createBrowser(address).get("/panel/api/door"),
      (address: string) => panel.createBrowser(address).get("/panel/zapytania"),
      (address: string) => postText("/panel/api/recovery", "{", address),
    ];
    for (const call of calls) {
      const statuses = [];
      for (let sent = 0; sent < 20; sent += 1) statuses.push((await call("198.51.100.1")).status);
      expect(statuses).not.toContain(429);
      const limited = await call("198.51.100.1");
      expect([limited.status, limited.headers.get("Retry-After")]).toEqual([429, "10"]);
    }
    expect(await signIn(device)).toBe(204);
  });

  test("P2.6 T3 an IPv6 /48 has a limit too", async () => {
    const statuses = [];
    for (let sent = 0; sent < 100; sent += 1) {
      const stranger = panel.createBrowser(`2001:db8:0:${(sent * 256).toString(16)}::1`);
      statuses.push((await stranger.write("/panel/api/sign-in/options")).status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(80);
  });

  test("P2.6 T2 after failures from the owner's own address the owner waits for seconds", async () => {
    const { device } = await signedIn();
    const stranger = panel.phone();
    for (let tried = 0; tried < 20; tried += 1) expect(await signIn(stranger)).toBe(403);
    expect(await signIn(device)).toBe(429);
    panel.clock.nowMs += 10_000;
    expect(await signIn(device)).toBe(204);
  });

  test("P1.4 T3 strangers' calls wait for their turn, and a thousand at once are not all taken", async () => {
    const call = (at: number) => panel.createBrowser(`198.51.${at >> 8}.${at & 255}`).get("/panel/api/door");
    const some = await Promise.all(Array.from({ length: 60 }, (_, at) => call(at)));
    expect(some.map(({ status }) => status)).toEqual(Array(60).fill(200));
    const many = await Promise.all(Array.from({ length: 1000 }, (_, at) => call(at + 1000)));
    expect(new Set(many.map(({ status }) => status))).toEqual(new Set([200, 503]));
    expect((await call(3000)).status).toBe(200);
  });

  test("P1.4 T3 files are served however many calls are in progress", async () => {
    const { browser } = await signedIn();
    const calls = Array.from({ length: 60 }, () => browser.get("/panel/api/me"));
    const files = await Promise.all(
      Array.from({ length: 100 }, () => panel.createBrowser().get("/panel/assets/app.js")),
    );
    expect(new Set(files.map(({ status }) => status))).toEqual(new Set([200]));
    await Promise.all(calls);
  });

  test("P2.6 T3 a body that is not JSON is the sender's mistake: 400 and no line in the log", async () => {
    const { browser } = await signedIn();
    for (const path of ["/panel/api/sign-in", "/panel/api/links/claim", "/panel/api/recovery"])
      expect((await postText(path, '{"credential":', "198.51.100.1")).status).toBe(400);
    const answer = await panel.request(`${siteUrl}/panel/api/passkeys`, {
      method: "POST",
      body: "{",
      headers: { ...headers, Cookie: browser.cookie, "Idempotency-Key": "a-key-of-its-own-0001" },
    });
    expect(answer.status).toBe(400);
    expect(panel.log.lines).toEqual([]);
  });

  test("P2.6 T3 a stranger's body over 16 KiB is refused", async () => {
    const token = "x".repeat(17 * 1024);
    const answer = await panel.createBrowser().write("/panel/api/links/claim", { token, deviceName: "T" });
    expect(answer.status).toBe(413);
  });

  test("P2.3 T9 a stolen code sends three e-mails an hour, and does not make the link of another code invalid", async () => {
    await signedIn();
    const [stolen = "", kept = ""] = await panel.accounts.codes.replace();
    const request = (code: string) => panel.createBrowser(owner).write("/panel/api/recovery", { code });
    expect((await request(kept)).status).toBe(204);
    const token = /\/panel\/start#(\S+)/.exec(panel.mails.at(-1)?.text ?? "")?.[1];
    const statuses = [];
    for (let sent = 0; sent < 5; sent += 1) {
      statuses.push((await request(stolen)).status);
      panel.clock.nowMs += minuteMs;
    }
    expect(statuses).toEqual([204, 204, 204, 429, 429]);
    const claim = { token, deviceName: "Nowy telefon", code: kept };
    expect((await panel.createBrowser(owner).write("/panel/api/links/claim", claim)).status).toBe(204);
  });
});

describe("devices", () => {
  test("a signed-in device lets another one in by a link, and signs it out again", async () => {
    const { browser } = await signedIn();
    const { token } = await (await browser.write("/panel/api/links")).json();
    const laptop = panel.createBrowser();
    await laptop.write("/panel/api/links/claim", { token, deviceName: "Laptop" });
    const { sessions } = await (await browser.get("/panel/api/devices")).json();
    expect(sessions.map(({ deviceName }: { deviceName: string }) => deviceName).sort()).toEqual([
      "Laptop",
      "Telefon",
    ]);
    const { id } = sessions.find(({ deviceName }: { deviceName: string }) => deviceName === "Laptop");
    expect((await browser.write(`/panel/api/sessions/${id}`, {}, { method: "DELETE" })).status).toBe(204);
    expect((await laptop.get("/panel/api/me")).status).toBe(401);
  });

  test("P2.4 T8 a device that another one let in is reported, and does nothing irreversible without a passkey", async () => {
    const { browser, device } = await signedIn();
    const { token } = await (await browser.write("/panel/api/links")).json();
    const laptop = panel.createBrowser();
    await laptop.write("/panel/api/links/claim", { token, deviceName: "Laptop" });
    const mail = panel.mails.at(-1);
    expect(mail?.subject).toBe("Nowe urządzenie w panelu");
    expect(mail?.text).toContain("Laptop");
    expect(mail?.text).not.toContain("wylogowane");
    // The owner's own devices need no fresh proof for these.
    const ofOthers = [
      ["DELETE", "/panel/api/calendar-feed"],
      ["POST", "/panel/api/appointments/x/link"],
      ["POST", "/panel/api/appointments/x/opinion"],
      ["PUT", "/panel/api/busy-calendars"],
      ["DELETE", "/panel/api/enquiries/x/notes/y"],
    ] as const;
    for (const [method, path] of [...irreversible, ...ofOthers]) {
      const response = await laptop.write(path, {}, { method });
      expect(await response.json(), path).toEqual({ error: "needs-passkey" });
    }
    // What it writes about a photograph is saved, but it takes back no consent.
    const photo = "/panel/api/photos/rope.jpg";
    const writePhoto = async (note: object) => (await laptop.write(photo, note, { method: "PUT" })).status;
    const consent = { person: "Osoba Przykładowa", date: "2026-01-02", scope: "" };
    expect(await writePhoto({ recognisablePeople: false })).toBe(204);
    expect(await writePhoto({ recognisablePeople: true, consent })).toBe(204);
    for (const lost of [
      { recognisablePeople: false },
      { consent: { person: "", date: "", scope: "" } },
      { consent: { ...consent, date: "2026-01-03" } },
    ])
      expect(await writePhoto(lost)).toBe(403);
    expect((await (await laptop.get(photo)).json()).photo).toMatchObject({ consent });
    expect(await writePhoto({ consent: { ...consent, scope: "strona" } })).toBe(204);
    await prove(laptop, device, "confirm");
    expect(await writePhoto({ recognisablePeople: false })).toBe(204);
    expect((await laptop.write("/panel/api/passkeys/options")).status).toBe(200);
  });

  test("P1.4 T2 T8 a let-in device whose requests never end takes no place of the owner, who signs it out", async () => {
    const { browser } = await signedIn();
    const { token } = await (await browser.write("/panel/api/links")).json();
    const laptop = panel.createBrowser();
    await laptop.write("/panel/api/links/claim", { token, deviceName: "Laptop" });
    const start = new TextEncoder().encode('{"changes":');
    for (let held = 0; held < 220; held += 1) {
      const body = new ReadableStream({ start: (controller) => controller.enqueue(start) });
      const headers = {
        Origin: siteUrl,
        "X-Panel": "1",
        "Content-Type": "application/json",
        "Idempotency-Key": `never-ending-body-${held}`,
        Cookie: laptop.cookie,
      };
      const request = { method: "PUT", body, duplex: "half", headers };
      void panel.request(`${siteUrl}/panel/api/content/site`, request as RequestInit);
    }
    for (let tab = 0; tab < 60; tab += 1) await laptop.get("/panel/api/live");
    expect((await browser.get("/panel/api/live")).status).toBe(200);
    const { sessions } = await (await browser.get("/panel/api/devices")).json();
    const { id } = sessions.find(({ deviceName }: { deviceName: string }) => deviceName === "Laptop");
    expect((await browser.write(`/panel/api/sessions/${id}`, {}, { method: "DELETE" })).status).toBe(204);
    expect((await laptop.get("/panel/api/me")).status).toBe(401);
  });

  test("P2.4 T8 signing out voids the links that the device has shown", async () => {
    const { browser } = await signedIn();
    const { token } = await (await browser.write("/panel/api/links")).json();
    await browser.write("/panel/api/sign-out");
    const claim = await panel
      .createBrowser()
      .write("/panel/api/links/claim", { token, deviceName: "Laptop" });
    expect(claim.status).toBe(403);
  });

  test.each([
    ["without mail, which codes need", {}, 409],
    ["until there is one", { SMTP_URL: "smtp://127.0.0.1" }, 204],
  ])(
    "P2.4 the last passkey stays while no unused code exists, and %s",
    async (_case, environment, status) => {
      panel = await startPanel({ environment });
      const { browser } = await signedIn();
      const { passkeys } = await (await browser.get("/panel/api/devices")).json();
      const remove = () => browser.write(`/panel/api/passkeys/${passkeys[0].id}`, {}, { method: "DELETE" });
      expect((await remove()).status).toBe(409);
      await browser.write("/panel/api/codes");
      expect((await remove()).status).toBe(status);
    },
  );

  test.each([
    ["hold enquiries and keys", {}, true],
    ["hold neither, which are in PostgreSQL", { DATABASE_URL: "postgres://localhost/site" }, false],
  ])("P8.3 the panel says that backups %s", async (_, environment, hasDatabase) => {
    panel = await startPanel({ environment });
    const { browser } = await signedIn();
    expect(await (await browser.get("/panel/api/backups")).json()).toMatchObject({ hasDatabase });
  });

  test("P2.8 the audit log records who signed in and what was changed", async () => {
    const { browser } = await signedIn();
    await browser.write("/panel/api/codes");
    const entries = await (await browser.get("/panel/api/journal")).json();
    expect(entries.map(({ action }: { action: string }) => action).sort()).toEqual([
      "codes-replaced",
      "passkey-added",
      "signed-in",
    ]);
  });

  test("P2.8, C4.4, C4.5 the audit log records who changed the calendars' addresses, but not the addresses", async () => {
    const { browser } = await signedIn();
    await browser.write("/panel/api/busy-calendars", { urls: [] }, { method: "PUT" });
    await browser.write("/panel/api/calendar-feed");
    await browser.write("/panel/api/calendar-feed", {}, { method: "DELETE" });
    const entries = await (await browser.get("/panel/api/journal")).json();
    const changed = entries.filter(({ action }: { action: string }) => action === "settings-changed");
    expect(changed.map(({ detail }: { detail: string }) => detail).sort()).toEqual([
      "adres kalendarza",
      "adres kalendarza",
      "zajęte terminy",
    ]);
    expect(changed[0]).toMatchObject({ device: "Telefon", succeeded: true });
  });
});

describe("headers", () => {
  test("P1.1 T5 every answer of the panel is excluded from caches and search engines", async () => {
    const { browser } = await signedIn();
    for (const path of [
      "/panel/",
      "/panel/start",
      "/panel/api/me",
      "/panel/api/nothing",
      "/panel/nothing.js",
    ]) {
      const { headers } = await browser.get(path);
      expect(headers.get("Cache-Control")).toBe("no-store");
      expect(headers.get("X-Robots-Tag")).toBe("noindex, nofollow");
      expect(headers.get("Content-Security-Policy")).toContain(`script-src ${siteUrl}/panel/assets/;`);
      expect(headers.get("Content-Security-Policy")).not.toMatch(/unsafe|inline/);
    }
  });

  test("its scripts are cached by the browser, because their names contain a hash", async () => {
    const { headers } = await panel.createBrowser().get("/panel/assets/app.js");
    expect(headers.get("Cache-Control")).toContain("immutable");
  });

  test("P2.7 another host name redirects to the address of the passkeys", async () => {
    await signedIn();
    const response = await panel.request("https://studio.example/panel/zapytania", {
      headers: { Host: "studio.example" },
    });
    expect(response.headers.get("Location")).toBe(`${siteUrl}/panel/zapytania`);
  });

  test("P2.7 T3 a line break in the path of another host name is no failure of the panel", async () => {
    await signedIn();
    const headers = { Host: "studio.example" };
    const response = await panel.request("https://studio.example/panel/x%0d%0aSet-Cookie:%20a=b", {
      headers,
    });
    expect(response.headers.get("Location")).toBe(`${siteUrl}/panel/x%0d%0aSet-Cookie:%20a=b`);
    expect(panel.log.lines).toEqual([]);
  });

  test("a proxy that hides the host name causes no redirect loop", async () => {
    await signedIn();
    const headers = { Host: "127.0.0.1:3000", "X-Forwarded-For": "192.0.2.1" };
    expect((await panel.request(`${siteUrl}/panel/zapytania`, { headers })).status).toBe(200);
  });

  test("a proxy that drops the port from the host name causes no redirect loop", async () => {
    await signedIn();
    const response = await panel.request(`${siteUrl}/panel/zapytania`, {
      headers: { Host: `${new URL(siteUrl).host}:8443` },
    });
    expect(response.status).toBe(200);
  });

  test("T14 neither tokens nor codes nor names reach the log", async () => {
    const { browser } = await signedIn();
    const { codes } = await (await browser.write("/panel/api/codes")).json();
    await browser.write("/panel/api/recovery", { code: codes[0] });
    const lines = panel.log.lines.join("\n");
    for (const secret of [codes[0], browser.cookie.split("=")[1]]) expect(lines).not.toContain(secret);
  });
});

test.each([
  ["without a mail server", {}],
  ["that the mail server does not take", { SMTP_URL: "smtp://127.0.0.1" }],
])("C7.5 a good recovery code %s is told that no link can be sent", async (_case, environment) => {
  panel = await startPanel({ takesMail: false, environment });
  const { browser } = await signedIn();
  const { codes } = await (await browser.write("/panel/api/codes")).json();
  const answer = await panel.createBrowser().write("/panel/api/recovery", { code: codes[0] });
  expect([answer.status, await answer.json()]).toEqual([409, { error: "no-mail" }]);
});

test("C7.5 the form is checked at a tap of somebody who is signed in", async () => {
  let checks = 0;
  panel = await startPanel({
    async checkForm() {
      checks += 1;
      return { ok: true, tookMs: 1 };
    },
  });
  expect((await panel.createBrowser().write("/panel/api/state/check")).status).toBe(401);
  const { browser } = await signedIn();
  expect((await browser.write("/panel/api/state/check")).status).toBe(202);
  expect(checks).toBe(1);
});

test("P8.1 the state reports the last successes, and null for what never happened", async () => {
  const { browser } = await signedIn();
  expect(await (await browser.get("/panel/api/state")).json()).toEqual({
    problems: [],
    mailConfigured: true,
    waitingEmails: 0,
    emailSentAt: null,
    canary: null,
    isCheckingForm: false,
    backupAt: null,
    sentAt: null,
    notifiedDevices: 0,
    notificationDeliveredAt: null,
    certificateUntil: null,
    freeDiskBytes: 1e9,
    update: null,
    version: "test",
  });
});

test("P8.1 the state is shown although the record of sent backups cannot be read", async () => {
  const { browser } = await signedIn();
  writeFileSync(join(panel.dataDir, "offsite-backups.json"), "{");
  const answer = await browser.get("/panel/api/state");
  expect([answer.status, (await answer.json()).sentAt]).toEqual([200, null]);
  // That screen reads its tasks from here.
  expect((await browser.get("/panel/api/content")).status).toBe(200);
});

test("P8.3 backups are made and listed although the record of those that were sent cannot be read", async () => {
  const { browser } = await signedIn();
  writeFileSync(join(panel.dataDir, "offsite-backups.json"), "{");
  const answer = await browser.get("/panel/api/backups");
  expect([answer.status, await answer.json()]).toMatchObject([200, { backups: [], offsite: null }]);
});

test("P1.1 while the database fails the page still opens, and its script tells the owner", async () => {
  const { browser } = await signedIn();
  vi.spyOn(panel.accounts.sessions, "find").mockRejectedValue(new Error("connection refused"));
  const page = await browser.get("/panel/zapytania");
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("<title>Panel</title>")]);
  const call = await browser.get("/panel/api/me");
  expect([call.status, await call.json()]).toEqual([500, { error: "failed" }]);
  // An earlier build's script that is asked for is no page.
  const script = await browser.get("/panel/assets/gone-12345678.js");
  expect([script.status, await script.json()]).toEqual([404, { error: "not-found" }]);
});
