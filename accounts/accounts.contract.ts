import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import type { Engine } from "../enquiries/testing/engines.ts";
import { type Accounts, openAccounts } from "./accounts.ts";
import type { createPasskeys } from "./passkeys.ts";
import { migrateAccounts } from "./storage/migrate.ts";
import type { AccountTables } from "./storage/tables.ts";
import { createAuthenticator } from "./testing/authenticator.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const siteUrl = "https://www.studio.example";
const relyingParty = "studio.example";

/** Access to the panel, on both databases. */
export function accountsContract(engine: Engine): void {
  let nowMs = Date.UTC(2026, 10, 21, 7, 0);
  let isClockSteady: boolean;
  let accounts: Accounts;
  let passkeys: ReturnType<typeof createPasskeys>;
  const phone = () => createAuthenticator({ origin: siteUrl, relyingParty });

  async function open(address = siteUrl): Promise<Accounts> {
    const { db } = await engine.open();
    return openAccounts({
      db: db.withTables<AccountTables>(),
      now: () => nowMs,
      randomBytes,
      siteUrl: address,
      siteName: () => "Studio Ruch",
      isClockSteady: async () => isClockSteady,
    });
  }

  beforeEach(async () => {
    const { db } = await engine.open();
    await migrateAccounts(db.withTables<AccountTables>());
    for (const table of [
      "push_subscriptions",
      "passkey_challenges",
      "panel_sessions",
      "passkeys",
      "sign_in_links",
      "recovery_codes",
      "journal",
      "panel_settings",
    ]) {
      await sql`delete from ${sql.table(table)}`.execute(db);
    }
    isClockSteady = true;
    accounts = await open();
    if ("reason" in accounts.passkeys) throw new Error("The test's address can have passkeys");
    passkeys = accounts.passkeys;
  });

  async function signInByLink(deviceName = "Telefon") {
    const signedIn = await accounts.signInByLink(await accounts.links.create("setup"), { deviceName });
    if (!signedIn) throw new Error("A new link opens a session");
    return signedIn;
  }

  async function addPasskey(device = phone(), name = "Telefon") {
    const { session } = await signInByLink(name);
    const response = device.create(await passkeys.registrationOptions(session.id));
    const registered = await passkeys.register(response, { sessionId: session.id, name });
    if (registered.kind !== "registered") throw new Error("An honest passkey is registered");
    return { ...registered, session, device };
  }

  test("a link opens one session, once", async () => {
    const token = await accounts.links.create("setup");
    const claims = await Promise.all(
      ["A", "B", "C", "D"].map((deviceName) => accounts.signInByLink(token, { deviceName })),
    );
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await accounts.signInByLink(token, { deviceName: "E" })).toBeUndefined();
  });

  test("P2.1 T8 a link expires, and a newer one invalidates it", async () => {
    const late = await accounts.links.create("setup");
    nowMs += 60 * minuteMs;
    expect(await accounts.signInByLink(late, { deviceName: "A" })).toBeUndefined();
    const older = await accounts.links.create("setup");
    const newer = await accounts.links.create("setup");
    expect(await accounts.signInByLink(older, { deviceName: "A" })).toBeUndefined();
    expect(await accounts.signInByLink(newer, { deviceName: "A" })).toBeDefined();
  });

  test("P2.4 a link for another device lives five minutes and leaves the other sessions alone", async () => {
    const first = await signInByLink();
    const late = await accounts.links.create("device");
    nowMs += 5 * minuteMs;
    expect(await accounts.signInByLink(late, { deviceName: "Laptop" })).toBeUndefined();
    const token = await accounts.links.create("device");
    expect(await accounts.signInByLink(token, { deviceName: "Laptop" })).toBeDefined();
    expect(await accounts.sessions.find(first.token)).toBeDefined();
  });

  test("P2.3 a new link from the server ends every session", async () => {
    const lost = await signInByLink("Zgubiony telefon");
    await signInByLink("Nowy telefon");
    expect(await accounts.sessions.find(lost.token)).toBeUndefined();
  });

  test("P2.1 T15 neither the database's tokens nor its hashes open anything", async () => {
    const { token, session } = await signInByLink();
    const { db } = await engine.open();
    const { rows } = await sql<{ token_hash: string }>`select token_hash from panel_sessions`.execute(db);
    const kept = rows.map((row) => row.token_hash);
    expect(kept).toHaveLength(1);
    expect(kept).not.toContain(token);
    expect(await accounts.sessions.find(kept[0] ?? "")).toBeUndefined();
    expect(await accounts.sessions.find(session.id)).toBeUndefined();
  });

  test("P2.5 a session ends after 7 days without use, and after 30 days in any case", async () => {
    const { token } = await signInByLink();
    for (let day = 0; day < 29; day += 1) {
      nowMs += dayMs;
      expect(await accounts.sessions.find(token)).toBeDefined();
    }
    nowMs += dayMs;
    expect(await accounts.sessions.find(token)).toBeUndefined();

    const { token: idle } = await signInByLink();
    nowMs += 7 * dayMs;
    expect(await accounts.sessions.find(idle)).toBeUndefined();
    await accounts.removeOld();
    expect(await accounts.sessions.list()).toEqual([]);
  });

  test("a session is fresh for ten minutes, and setting the clock back does not make it fresh again", async () => {
    const { token } = await signInByLink();
    nowMs += 10 * minuteMs;
    expect(await accounts.sessions.find(token)).toMatchObject({ fresh: true });
    nowMs += 1;
    expect(await accounts.sessions.find(token)).toMatchObject({ fresh: false });
    nowMs -= dayMs;
    expect(await accounts.sessions.find(token)).toMatchObject({ fresh: false });
    nowMs += dayMs;
  });

  test("signing out invalidates the cookie", async () => {
    const { token, session } = await signInByLink();
    await accounts.sessions.end(session.id);
    expect(await accounts.sessions.find(token)).toBeUndefined();
  });

  test("a passkey is registered in a session and signs in", async () => {
    const { device, passkeyId } = await addPasskey();
    const answer = device.get(await passkeys.authenticationOptions(null));
    expect(await passkeys.verify(answer, null)).toMatchObject({
      kind: "verified",
      passkey: { id: passkeyId, name: "Telefon", lastUsedAt: nowMs, usable: true },
    });
  });

  test("a confirmation makes the session fresh again under another token", async () => {
    const { device, passkeyId, session } = await addPasskey();
    nowMs += dayMs;
    const answer = device.get(await passkeys.authenticationOptions(session.id));
    expect(await passkeys.verify(answer, session.id)).toMatchObject({ kind: "verified" });
    const token = await accounts.sessions.confirm(session.id, passkeyId);
    expect(await accounts.sessions.find(token)).toMatchObject({ id: session.id, fresh: true, passkeyId });
  });

  test("T12 an answer is accepted once", async () => {
    const { device } = await addPasskey();
    const answer = device.get(await passkeys.authenticationOptions(null));
    const answers = await Promise.all([1, 2, 3].map(() => passkeys.verify(answer, null)));
    expect(answers.filter(({ kind }) => kind === "verified")).toHaveLength(1);
  });

  test("T12 a challenge is valid for its purpose, its session and five minutes", async () => {
    const { device, session } = await addPasskey();
    const forSignIn = device.get(await passkeys.authenticationOptions(null));
    expect(await passkeys.verify(forSignIn, session.id)).toEqual({ kind: "refused" });
    const inSession = device.get(await passkeys.authenticationOptions(session.id));
    expect(await passkeys.verify(inSession, null)).toEqual({ kind: "refused" });
    const late = device.get(await passkeys.authenticationOptions(null));
    nowMs += 5 * minuteMs;
    expect(await passkeys.verify(late, null)).toEqual({ kind: "refused" });

    const other = phone().create(await passkeys.registrationOptions(session.id));
    const { session: stranger } = await signInByLink("Laptop");
    expect(await passkeys.register(other, { sessionId: stranger.id, name: "Laptop" })).toEqual({
      kind: "refused",
    });
  });

  test("T3 asking for challenges stores nothing, and a used one is forgotten when it has expired", async () => {
    const { device } = await addPasskey();
    const { db } = await engine.open();
    const countStored = async () =>
      Number(
        (await sql<{ count: number }>`select count(*) as count from passkey_challenges`.execute(db)).rows[0]
          ?.count,
      );
    const before = await countStored();
    for (let asked = 0; asked < 1000; asked += 1) await passkeys.authenticationOptions(null);
    const stranger = phone().get(await passkeys.authenticationOptions(null));
    expect(await passkeys.verify(stranger, null)).toEqual({ kind: "refused" });
    expect(await countStored()).toBe(before);
    nowMs += 5 * minuteMs;
    const answer = device.get(await passkeys.authenticationOptions(null));
    expect(await passkeys.verify(answer, null)).toMatchObject({ kind: "verified" });
    expect(await countStored()).toBe(1);
  });

  test("T12 servers on one database accept each other's challenges, once", async () => {
    const { device } = await addPasskey();
    const other = await open();
    if ("reason" in other.passkeys) throw new Error("The test's address can have passkeys");
    const answer = device.get(await passkeys.authenticationOptions(null));
    expect(await other.passkeys.verify(answer, null)).toMatchObject({ kind: "verified" });
    expect(await passkeys.verify(answer, null)).toEqual({ kind: "refused" });
  });

  test("T12 a challenge does not live longer because the clock was set back, nor under another key", async () => {
    const { device } = await addPasskey();
    const answer = device.get(await passkeys.authenticationOptions(null));
    nowMs -= dayMs;
    expect(await passkeys.verify(answer, null)).toEqual({ kind: "refused" });
    nowMs += dayMs;
    const { db } = await engine.open();
    await sql`delete from panel_settings`.execute(db);
    const other = await open();
    if ("reason" in other.passkeys) throw new Error("The test's address can have passkeys");
    expect(await other.passkeys.verify(answer, null)).toEqual({ kind: "refused" });
    expect(await passkeys.verify(answer, null)).toMatchObject({ kind: "verified" });
  });

  test.each([
    ["another origin", { origin: "https://studio.example.evil.example" }],
    ["the origin without www", { origin: "https://studio.example" }],
    ["another relying party", { relyingParty: "evil.example" }],
    ["no user verification", { userVerified: false }],
  ])("T12 %s is refused, at registration and at sign-in", async (_, answer) => {
    const { device, session } = await addPasskey();
    const registration = phone().create(await passkeys.registrationOptions(session.id), answer);
    expect(await passkeys.register(registration, { sessionId: session.id, name: "X" })).toEqual({
      kind: "refused",
    });
    const assertion = device.get(await passkeys.authenticationOptions(null), answer);
    expect(await passkeys.verify(assertion, null)).toEqual({ kind: "refused" });
  });

  test("T1 a stranger's passkey is refused, even under the id of a known one", async () => {
    const { passkeyId } = await addPasskey();
    const forged = {
      ...phone().get(await passkeys.authenticationOptions(null)),
      id: passkeyId,
      rawId: passkeyId,
    };
    expect(await passkeys.verify(forged, null)).toEqual({ kind: "refused" });
  });

  test("removing a passkey ends its sessions; the last one cannot be removed without an unused code", async () => {
    const { device, passkeyId } = await addPasskey();
    expect(await passkeys.remove(passkeyId)).toBe("last-without-codes");
    await accounts.codes.replace();
    const { token } = await accounts.sessions.begin({ passkeyId, deviceName: "T", beganWith: "passkey" });
    expect(await passkeys.remove(passkeyId)).toBe("removed");
    expect(await accounts.sessions.find(token)).toBeUndefined();
    const answer = device.get(await passkeys.authenticationOptions(null));
    expect(await passkeys.verify(answer, null)).toEqual({ kind: "refused" });
    expect(await passkeys.remove(passkeyId)).toBe("unknown");
  });

  test("P2.7 a passkey of the site's former address is listed as not usable here", async () => {
    await addPasskey();
    const moved = await open("https://nowa.example");
    if ("reason" in moved.passkeys) throw new Error("The new address can have passkeys");
    expect(await moved.passkeys.list()).toMatchObject([{ name: "Telefon", usable: false }]);
  });

  test("P2.3 recovery needs an unused code and the mailbox, spends both, and ends every session", async () => {
    const lost = await signInByLink("Zgubiony telefon");
    const codes = await accounts.codes.replace();
    const [code = ""] = codes;
    expect(new Set(codes).size).toBe(10);
    expect(await accounts.requestRecovery("0000-0000-0000-0000")).toBeUndefined();

    const token = (await accounts.requestRecovery(code.toLowerCase().replaceAll("-", " "))) ?? "";
    expect(await accounts.signInByLink(token, { deviceName: "Nowy" })).toBeUndefined();
    expect(await accounts.signInByLink(token, { deviceName: "Nowy", code: codes[1] ?? "" })).toBeUndefined();
    expect(await accounts.signInByLink(token, { deviceName: "Nowy", code })).toMatchObject({
      purpose: "recovery",
      session: { beganWith: "recovery", fresh: true },
    });
    expect(await accounts.sessions.find(lost.token)).toBeUndefined();
    expect(await accounts.codes.countUnused()).toBe(9);
    expect(await accounts.requestRecovery(code)).toBeUndefined();
  });

  test("ten new codes invalidate the old ones", async () => {
    const [old = ""] = await accounts.codes.replace();
    await accounts.codes.replace();
    expect(await accounts.requestRecovery(old)).toBeUndefined();
    expect(await accounts.codes.countUnused()).toBe(10);
  });

  test("P2.8 the audit log returns its pages newest first and forgets entries after a year of a steady clock", async () => {
    for (let i = 1; i <= 5; i += 1) {
      await accounts.auditLog.write({ action: "signed-in", device: `Telefon ${i}` });
      if (i % 2 === 0) nowMs += 1;
    }
    const devices = [];
    let page = await accounts.auditLog.list({ limit: 2 });
    while (page.length > 0) {
      devices.push(...page.map(({ device }) => device));
      const before = page.at(-1);
      page = before ? await accounts.auditLog.list({ before, limit: 2 }) : [];
    }
    expect([...devices].sort()).toEqual([1, 2, 3, 4, 5].map((i) => `Telefon ${i}`));
    expect(devices[0]).toBe("Telefon 5");
    nowMs += 367 * dayMs;
    isClockSteady = false;
    await accounts.removeOld();
    expect(await accounts.auditLog.list({ limit: 2 })).toHaveLength(2);
    isClockSteady = true;
    await accounts.removeOld();
    expect(await accounts.auditLog.list({ limit: 2 })).toEqual([]);
  });

  test("signing a device out deletes its push subscription", async () => {
    const { session } = await signInByLink();
    const subscription = { endpoint: "https://push.example/1", keys: { p256dh: "p", auth: "a" } };
    await accounts.pushSubscriptions.save(subscription, { sessionId: session.id, deviceName: "Telefon" });
    await accounts.pushSubscriptions.save(subscription, { sessionId: session.id, deviceName: "Telefon" });
    await accounts.pushSubscriptions.noteSuccess(subscription.endpoint);
    expect(await accounts.pushSubscriptions.list()).toMatchObject([
      { endpoint: subscription.endpoint, lastSuccessAt: nowMs },
    ]);
    await accounts.sessions.end(session.id);
    expect(await accounts.pushSubscriptions.list()).toEqual([]);
  });

  test("concurrent calls create a setting once", async () => {
    let made = 0;
    const create = () => ({ made: ++made });
    const answers = await Promise.all(
      [1, 2, 3].map(() => accounts.settings.readOrCreate("push-keys", create)),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await accounts.settings.readOrCreate("push-keys", create)).toEqual(answers[0]);
  });

  test("the panel counts as set up once there is a passkey or a code", async () => {
    expect(await accounts.isSetUp()).toBe(false);
    await addPasskey();
    expect(await accounts.isSetUp()).toBe(true);
  });
}
