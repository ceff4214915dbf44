import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Engine } from "../enquiries/testing/engines.ts";
import { type Accounts, openAccounts } from "./accounts.ts";
import { hashSecret } from "./deps.ts";
import { migrateAccounts, migrations } from "./storage/migrate.ts";
import type { AccountTables } from "./storage/tables.ts";
import { createAuthenticator } from "./testing/authenticator.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const siteUrl = "https://www.studio.example";
const relyingParty = "studio.example";

/** In an order in which they can be emptied and dropped. */
const accountTables = [
  "push_subscriptions",
  "passkey_challenges",
  "sign_in_links",
  "panel_sessions",
  "passkeys",
  "recovery_codes",
  "journal",
  "panel_settings",
];

/** Access to the panel, on both databases. */
export function accountsContract(engine: Engine): void {
  let nowMs = Date.UTC(2026, 10, 21, 7, 0);
  let isClockSteady: boolean;
  let accounts: Accounts;
  let passkeys: Accounts["passkeys"];
  const phone = () => createAuthenticator({ origin: siteUrl, relyingParty });

  async function open(address = siteUrl): Promise<Accounts> {
    const { db } = await engine.open();
    return openAccounts({
      db: db.withTables<AccountTables>(),
      now: () => nowMs,
      siteUrl: address,
      siteName: () => "Studio Ruch",
      isClockSteady: async () => isClockSteady,
    });
  }

  beforeAll(async () => {
    const { db } = await engine.open();
    await migrateAccounts(db.withTables<AccountTables>());
  });

  beforeEach(async () => {
    const { db } = await engine.open();
    for (const table of accountTables) {
      await sql`delete from ${sql.table(table)}`.execute(db);
    }
    isClockSteady = true;
    accounts = await open();
    passkeys = accounts.passkeys;
  });

  async function signInByLink(deviceName = "Telefon") {
    const signedIn = await accounts.signInByLink(await accounts.links.create("setup"), { deviceName });
    if (!signedIn) throw new Error("A new link opens a session");
    return signedIn;
  }

  const beginSession = (passkeyId: string) =>
    accounts.sessions.begin({ passkeyId, deviceName: "Zgubiony", beganWith: "passkey" });

  async function addPasskey(device = phone(), name = "Telefon") {
    const { session, token } = await signInByLink(name);
    const response = device.create(await passkeys.registrationOptions(session.id));
    const registered = await passkeys.register(response, { sessionId: session.id, name });
    if (registered.kind !== "registered") throw new Error("An honest passkey is registered");
    // Signing in by a link again suspends the earlier ones.
    await passkeys.keepSuspended((await passkeys.listSuspended()).map(({ id }) => id));
    return { ...registered, session, token, device };
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
    const late = await accounts.links.create("device", { sessionId: first.session.id });
    nowMs += 5 * minuteMs;
    expect(await accounts.signInByLink(late, { deviceName: "Laptop" })).toBeUndefined();
    const token = await accounts.links.create("device", { sessionId: first.session.id });
    expect(await accounts.signInByLink(token, { deviceName: "Laptop" })).toBeDefined();
    expect(await accounts.sessions.find(first.token)).toBeDefined();
  });

  test("P2.3 a new link from the server ends every session", async () => {
    const lost = await signInByLink("Zgubiony telefon");
    await signInByLink("Nowy telefon");
    expect(await accounts.sessions.find(lost.token)).toBeUndefined();
  });

  test("P2.4 T8 a link for another device is void once the session that made it has ended", async () => {
    const maker = await signInByLink();
    const token = await accounts.links.create("device", { sessionId: maker.session.id });
    await accounts.sessions.end(maker.session.id);
    expect(await accounts.signInByLink(token, { deviceName: "Laptop" })).toBeUndefined();
  });

  test("P2.4 T8 a device that another one let in has to prove who holds it", async () => {
    const { session: maker } = await signInByLink();
    const token = await accounts.links.create("device", { sessionId: maker.id });
    const guest = await accounts.signInByLink(token, { deviceName: "Laptop" });
    expect(guest?.session).toMatchObject({ beganWith: "device", fresh: false });
    expect(await accounts.sessions.find(guest?.token ?? "")).toMatchObject({ fresh: false });
  });

  test.each([["a link from the server"], ["a recovery"]])(
    "P2.3 T8 T9 T21 %s voids every other link, ends every session and suspends every passkey",
    async (way) => {
      const lost = await addPasskey(phone(), "Zgubiony");
      const [code = ""] = await accounts.codes.replace();
      const lostSession = await beginSession(lost.passkeyId);
      const recovery = (await accounts.requestRecovery(code)) ?? "";
      const device = await accounts.links.create("device", { sessionId: lostSession.session.id });
      const setup = await accounts.links.create("setup");
      const owner =
        way === "a recovery"
          ? await accounts.signInByLink(recovery, { deviceName: "Nowy", code })
          : await accounts.signInByLink(setup, { deviceName: "Nowy" });
      expect(owner).toBeDefined();
      for (const token of [device, setup])
        expect(await accounts.signInByLink(token, { deviceName: "Obcy" })).toBeUndefined();
      expect(await accounts.signInByLink(recovery, { deviceName: "Obcy", code })).toBeUndefined();
      expect(await accounts.sessions.find(lostSession.token)).toBeUndefined();
      const answer = lost.device.get(await passkeys.authenticationOptions(null));
      expect(await passkeys.verify(answer, null)).toEqual({ kind: "suspended" });
      expect(await passkeys.listSuspended()).toMatchObject([{ id: lost.passkeyId, name: "Zgubiony" }]);
    },
  );

  test("P2.3 a first link suspends nothing", async () => {
    await signInByLink();
    expect(await passkeys.listSuspended()).toEqual([]);
  });

  test("P2.3 T21 of the suspended passkeys those that stay work again, and the others are gone with what they opened", async () => {
    const lost = await addPasskey(phone(), "Zgubiony");
    const kept = await addPasskey(phone(), "Laptop");
    await signInByLink("Nowy");
    const created = (await passkeys.listSuspended()).map(({ name }) => name);
    expect(created.sort()).toEqual(["Laptop", "Zgubiony"]);
    const { session } = await beginSession(lost.passkeyId);
    const subscription = { endpoint: "https://push.example/1", keys: { p256dh: "p", auth: "a" } };
    await accounts.pushSubscriptions.save(subscription, { id: session.id, deviceName: "Zgubiony" });

    const decision = await passkeys.keepSuspended([kept.passkeyId, "unknown"]);
    expect(decision).toMatchObject({ kept: [{ name: "Laptop" }], removed: [{ name: "Zgubiony" }] });
    expect(await passkeys.listSuspended()).toEqual([]);
    expect(await accounts.pushSubscriptions.list()).toEqual([]);
    const asks = async (device: typeof lost.device) =>
      (await passkeys.verify(device.get(await passkeys.authenticationOptions(null)), null)).kind;
    expect(await asks(lost.device)).toBe("refused");
    expect(await asks(kept.device)).toBe("verified");
    expect(await passkeys.keepSuspended([])).toEqual({ kept: [], removed: [] });
    expect(await asks(kept.device)).toBe("verified");
  });

  test("P2.3 T21 neither a sign-in nor a registration that a recovery overtakes opens anything", async () => {
    const lost = await addPasskey(phone(), "Zgubiony");
    const { session } = await beginSession(lost.passkeyId);
    const second = phone();
    const registration = second.create(await passkeys.registrationOptions(session.id));
    const verified = await passkeys.verify(lost.device.get(await passkeys.authenticationOptions(null)), null);
    expect(verified.kind).toBe("verified");
    await signInByLink("Nowy");
    const late = await beginSession(lost.passkeyId);
    expect(await accounts.sessions.find(late.token)).toBeUndefined();
    expect(await passkeys.register(registration, { sessionId: session.id, name: "Drugi" })).toEqual({
      kind: "refused",
    });
  });

  test("P2.3 T21 a registration and a recovery at the same time leave no passkey that works", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { token, session } = await signInByLink("Zgubiony");
      expect(await accounts.sessions.find(token)).toBeDefined();
      const response = phone().create(await passkeys.registrationOptions(session.id));
      const link = await accounts.links.create("setup");
      const other = await open();
      await Promise.all([
        passkeys.register(response, { sessionId: session.id, name: `Zgubiony ${round}` }),
        other.signInByLink(link, { deviceName: "Nowy" }),
      ]);
      expect((await passkeys.list()).filter(({ isSuspended }) => !isSuspended)).toEqual([]);
    }
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

  test("T24 P2.1 P2.5 neither a link nor a session that a clock far ahead has dated outlives its limits", async () => {
    nowMs += 365 * dayMs;
    const { token } = await signInByLink();
    const link = await accounts.links.create("setup");
    nowMs -= 300 * dayMs;
    expect(await accounts.sessions.find(token)).toBeUndefined();
    expect(await accounts.signInByLink(link, { deviceName: "Obcy" })).toBeUndefined();
    nowMs -= 65 * dayMs;
    await accounts.removeOld();
    nowMs += 365 * dayMs;
    expect(await accounts.sessions.find(token)).toBeUndefined();
    expect(await accounts.signInByLink(link, { deviceName: "Obcy" })).toBeUndefined();
    nowMs -= 365 * dayMs;
  });

  test("T24 a link works although the clock was set back by minutes after it was made", async () => {
    const link = await accounts.links.create("setup");
    nowMs -= 5 * minuteMs;
    expect(await accounts.signInByLink(link, { deviceName: "Telefon" })).toBeDefined();
    nowMs += 5 * minuteMs;
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

  test("P2.5 T10 the token before a confirmation works for another minute, proves nothing, and ends with the session", async () => {
    const { device, passkeyId, session, token } = await addPasskey();
    expect(
      await passkeys.verify(device.get(await passkeys.authenticationOptions(session.id)), session.id),
    ).toMatchObject({ kind: "verified" });
    const newer = await accounts.sessions.confirm(session.id, passkeyId);
    expect(await accounts.sessions.find(token)).toMatchObject({ id: session.id, fresh: false });
    nowMs -= dayMs;
    expect(await accounts.sessions.find(token)).toBeUndefined();
    nowMs += dayMs + minuteMs - 1;
    expect(await accounts.sessions.find(token)).toMatchObject({ id: session.id });
    nowMs += 1;
    expect(await accounts.sessions.find(token)).toBeUndefined();
    expect(await accounts.sessions.find(newer)).toMatchObject({ id: session.id, fresh: true });

    const newest = await accounts.sessions.confirm(session.id, passkeyId);
    expect(await accounts.sessions.find(token)).toBeUndefined();
    await accounts.sessions.end(session.id);
    for (const ended of [newer, newest]) expect(await accounts.sessions.find(ended)).toBeUndefined();
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
    expect(await passkeys.remove(passkeyId, { codesWork: true })).toBe("last-without-codes");
    await accounts.codes.replace();
    const { token } = await accounts.sessions.begin({ passkeyId, deviceName: "T", beganWith: "passkey" });
    expect(await passkeys.remove(passkeyId, { codesWork: true })).toBe("removed");
    expect(await accounts.sessions.find(token)).toBeUndefined();
    const answer = device.get(await passkeys.authenticationOptions(null));
    expect(await passkeys.verify(answer, null)).toEqual({ kind: "refused" });
    expect(await passkeys.remove(passkeyId, { codesWork: true })).toBe("unknown");
  });

  test("P2.4 of the last two passkeys only one can be removed, even at the same moment", async () => {
    const both = [await addPasskey(), await addPasskey()];
    // Two connections are open, so that neither removal waits for its own.
    await Promise.all([passkeys.list(), passkeys.list()]);
    const removals = both.map(({ passkeyId }) => passkeys.remove(passkeyId, { codesWork: true }));
    expect((await Promise.all(removals)).sort()).toEqual(["last-without-codes", "removed"]);
    expect(await passkeys.list()).toHaveLength(1);
  });

  test("P2.7 a passkey of the site's former address is listed as not usable here", async () => {
    await addPasskey();
    const moved = await open("https://nowa.example");
    expect(await moved.passkeys.list()).toMatchObject([{ name: "Telefon", usable: false }]);
  });

  test("P2.4 passkeys of a former address and suspended ones do not replace the last that opens the panel", async () => {
    await addPasskey();
    const { db } = await engine.open();
    await sql`update passkeys set relying_party = 'dawna.example'`.execute(db);
    const { passkeyId: other } = await addPasskey();
    const { passkeyId } = await addPasskey();
    await sql`update passkeys set suspended_at = 1 where id = ${other}`.execute(db);
    expect(await passkeys.remove(passkeyId, { codesWork: true })).toBe("last-without-codes");
    expect(await passkeys.remove(other, { codesWork: true })).toBe("removed");
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

  test("T24 a failure dated by a clock that was ahead hides none that follows", async () => {
    const fail = () => accounts.auditLog.write({ action: "signed-in", succeeded: false });
    nowMs += 365 * dayMs;
    await fail();
    nowMs -= 365 * dayMs;
    await fail();
    await fail();
    expect(await accounts.auditLog.list({ limit: 9 })).toHaveLength(2);
  });

  test("signing a device out deletes its push subscription", async () => {
    const { session } = await signInByLink();
    const subscription = { endpoint: "https://push.example/1", keys: { p256dh: "p", auth: "a" } };
    await accounts.pushSubscriptions.save(subscription, { id: session.id, deviceName: "Telefon" });
    await accounts.pushSubscriptions.save(subscription, { id: session.id, deviceName: "Telefon" });
    await accounts.pushSubscriptions.noteSuccess(subscription.endpoint);
    expect(await accounts.pushSubscriptions.list()).toMatchObject([
      { endpoint: subscription.endpoint, lastSuccessAt: nowMs },
    ]);
    const renewed = { ...subscription, endpoint: "https://push.example/2" };
    await accounts.pushSubscriptions.save(renewed, { id: session.id, deviceName: "Telefon" });
    expect(await accounts.pushSubscriptions.list()).toMatchObject([{ endpoint: renewed.endpoint }]);
    await accounts.sessions.end(session.id);
    expect(await accounts.pushSubscriptions.list()).toEqual([]);
  });

  test("P3.3 P2.5 an idle device keeps its notifications for 90 days, is listed and can be ended, but is not signed in", async () => {
    const { token, session } = await signInByLink();
    const subscription = { endpoint: "https://push.example/1", keys: { p256dh: "p", auth: "a" } };
    const subscribe = ({ id }: { id: string }) =>
      accounts.pushSubscriptions.save(subscription, { id, deviceName: "Telefon" });
    await subscribe(session);
    nowMs += 31 * dayMs;
    await accounts.removeOld();
    expect(await accounts.pushSubscriptions.list()).toHaveLength(1);
    expect(await accounts.sessions.find(token)).toBeUndefined();
    expect(await accounts.sessions.list()).toEqual([]);
    expect(await accounts.sessions.list({ withNotified: true })).toMatchObject([{ id: session.id }]);
    nowMs += 59 * dayMs;
    await accounts.removeOld();
    expect(await accounts.pushSubscriptions.list()).toEqual([]);

    const { session: idle } = await signInByLink();
    await subscribe(idle);
    nowMs += 8 * dayMs;
    await accounts.removeOld();
    // The same browser signs in again.
    const begun = { passkeyId: null, deviceName: "Telefon", beganWith: "device" } as const;
    const { session: next } = await accounts.sessions.begin(begun);
    await subscribe(next);
    await accounts.removeOld();
    expect(await accounts.sessions.list({ withNotified: true })).toMatchObject([{ id: next.id }]);
    nowMs += 8 * dayMs;
    await accounts.sessions.end(next.id);
    expect(await accounts.pushSubscriptions.list()).toEqual([]);
  });

  test("the tables of the first version are kept by the update", async () => {
    const { db } = await engine.open();
    for (const table of [...accountTables, "accounts_migration", "accounts_migration_lock"])
      await sql`drop table ${sql.table(table)}`.execute(db);
    const older = new Migrator({
      db,
      provider: { getMigrations: async () => ({ "0001-initial": migrations["0001-initial"] }) },
      migrationTableName: "accounts_migration",
      migrationLockTableName: "accounts_migration_lock",
    });
    expect((await older.migrateToLatest()).error).toBeUndefined();
    await sql`insert into passkeys (id, public_key, counter, transports, name, relying_party, created_at)
      values ('key', '', 0, '[]', 'Telefon', ${relyingParty}, 1)`.execute(db);
    const row = [hashSecret("cookie"), "key", "Telefon", "passkey", nowMs, nowMs, nowMs];
    await sql`insert into panel_sessions
      (id, token_hash, passkey_id, device_name, began_with, created_at, last_seen_at, verified_at)
      values ('session', ${sql.join(row)})`.execute(db);
    await sql`insert into sign_in_links (token_hash, purpose, expires_at)
      values (${hashSecret("link")}, 'setup', ${nowMs + minuteMs})`.execute(db);

    const updated = await open();
    expect(await updated.sessions.find("cookie")).toMatchObject({
      id: "session",
      passkeyId: "key",
      fresh: true,
    });
    expect(await updated.passkeys.list()).toMatchObject([{ id: "key", isSuspended: false }]);
    expect(await updated.signInByLink("link", { deviceName: "Nowy" })).toBeDefined();
    expect(await updated.passkeys.listSuspended()).toMatchObject([{ id: "key" }]);
  });

  test("concurrent calls create a setting once", async () => {
    let made = 0;
    const create = () => ({ made: ++made });
    const answers = await Promise.all([1, 2, 3].map(() => accounts.readOrCreate("push-keys", create)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await accounts.readOrCreate("push-keys", create)).toEqual(answers[0]);
  });

  test("the panel counts as set up once there is a passkey or a code", async () => {
    expect(await accounts.isSetUp()).toBe(false);
    await addPasskey();
    expect(await accounts.isSetUp()).toBe(true);
  });
}
