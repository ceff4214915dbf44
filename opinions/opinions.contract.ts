import { expect, test, vi } from "vitest";
import { openAppointments, tuesday } from "../appointments/testing/open-appointments.ts";
import { dayMs, hourMs } from "../enquiries/clock.ts";
import { erase, readErasures, repeatErasures } from "../enquiries/owner/erasures.server.ts";
import { createInbox } from "../enquiries/owner/inbox.server.ts";
import type { Engine } from "../enquiries/testing/engines.ts";
import { createTestClock } from "../enquiries/testing/fixtures.ts";
import { temporaryFolder } from "../publishing/testing/temporary-folder.ts";
import { hashOpinion, readLedger } from "./ledger.server.ts";
import { consents } from "./opinion.ts";
import { createOpinions } from "./opinions.server.ts";

const values = { text: "Uczy cierpliwie.", author: "Ala", about: "52 lata", publication: "1" };

/** A talk on Tuesday at half past five, and now it is Wednesday. */
async function openOpinions(engine: Engine) {
  const clock = createTestClock(Date.parse("2026-11-30T08:00Z"));
  const { ask, database, db, rows } = await openAppointments(engine, { clock });
  const dataDir = temporaryFolder();
  const options = { dataDir, siteUrl: "https://studio.example", clock };
  const onWithdrawn = vi.fn();
  const opinions = createOpinions({ ...options, database, onWithdrawn });
  const inbox = createInbox({ database, dataDir, clock, mailHost: "studio.example", onQueued() {} });
  const { reference } = await ask(tuesday, { email: "ala@poczta.example" });
  clock.advance(2 * dayMs);
  const [appointment] = await rows();
  const id = appointment?.id ?? "";
  const hold = () => inbox.changeState(reference, { from: "new", state: "in-contact", held: true });
  const offer = async () => (await opinions.offer(id))?.split("/opinia/")[1] ?? "";
  const one = async () => (await db.selectFrom("opinions").selectAll().execute())[0];
  return {
    ask,
    clock,
    database,
    db,
    dataDir,
    reference,
    opinions,
    inbox,
    id,
    hold,
    offer,
    one,
    onWithdrawn,
    /** The same database in another process. */
    other: async () => createOpinions({ ...options, database: await engine.open(), onWithdrawn() {} }),
  };
}

/** Opinions from the link to the proof that remains, on both databases. */
export function opinionsContract(engine: Engine): void {
  test("C5.1 no link before the owner has said that the appointment was held, and none after a cancelled or missed one", async () => {
    const { ask, clock, db, inbox, opinions, id, reference, hold } = await openOpinions(engine);
    expect(await opinions.offer(id)).toBeUndefined();
    expect(await opinions.offer("nothing")).toBeUndefined();
    await inbox.changeState(reference, { from: "new", state: "in-contact", missed: true });
    clock.advance(hourMs);
    await inbox.changeState(reference, { from: "in-contact", state: "closed", outcome: "client" });
    expect(await opinions.offer(id)).toBeUndefined();
    await db.updateTable("enquiries").set({ missed_at: null, state: "new" }).execute();
    await db.updateTable("appointments").set({ state: "cancelled" }).execute();
    await hold();
    expect(await opinions.offer(id)).toBeUndefined();
    const next = await ask("2026-12-09-1730-talk");
    await inbox.changeState(next.reference, { from: "new", state: "in-contact", held: true });
    const { appointments } = (await inbox.find(next.reference)) ?? {};
    expect(appointments).toMatchObject([{ isHeld: false }]);
  });

  test("C5.1 “Klient” and “Odbyło się” mark the appointment as held; taking that back unmarks it", async () => {
    const { inbox, opinions, id, reference, hold } = await openOpinions(engine);
    await inbox.changeState(reference, { from: "new", state: "closed", outcome: "client" });
    expect(await opinions.offer(id)).toMatch(/^https:\/\/studio\.example\/opinia\/[\w-]{43}$/);
    await inbox.changeState(reference, { from: "closed", state: "new", held: false });
    expect(await opinions.offer(id)).toBeUndefined();
    await hold();
    expect((await inbox.find(reference))?.appointments).toMatchObject([{ isHeld: true }]);
    expect(await opinions.offer(id)).toBeDefined();
  });

  test("C5.1 a link made while the opinion is sent by another one takes no second one", async () => {
    const { opinions, hold, offer, id } = await openOpinions(engine);
    await hold();
    const token = await offer();
    const [made, sent] = await Promise.all([opinions.offer(id), opinions.send(token, values)]);
    expect(sent).toBe("done");
    const other = made?.split("/opinia/")[1];
    if (other) expect(await opinions.send(other, values)).toBe("missing");
  });

  test("C5.2 what was sent is kept with its proof: appointment, time, hash of the words and wording of the consents", async () => {
    const { clock, db, opinions, hold, offer, id, one, dataDir, reference, inbox } =
      await openOpinions(engine);
    await hold();
    const token = await offer();
    const before = await inbox.revision();
    clock.advance(hourMs);
    expect(await opinions.send(token, { ...values, text: " Uczy\r\ncierpliwie. " })).toBe("done");
    expect(await inbox.revision()).not.toBe(before);
    const hash = hashOpinion({ text: "Uczy cierpliwie.", author: "Ala", about: "52 lata" }, "2026-12-02");
    const row = await one();
    expect(row).toMatchObject({ state: "sent", appointment: id, held_on: "2026-12-01", reference });
    expect(row).toMatchObject({ sent_at: clock.now(), words_hash: hash, text: "Uczy cierpliwie." });
    expect(JSON.parse(row?.consents ?? "")).toEqual({ publication: consents.publication });
    expect(JSON.stringify(row)).not.toContain(token);
    expect(await inbox.today()).toMatchObject({ opinions: 1 });
    expect(await opinions.list()).toMatchObject([{ author: "Ala", hasHealthConsent: false, state: "sent" }]);
    expect(readLedger(dataDir)).toEqual({ received: 1, shown: {}, withdrawn: [] });
    // Looked at every few seconds, it costs one query while nothing changes.
    const transactions = vi.spyOn(db, "transaction");
    await opinions.sync();
    expect(transactions).not.toHaveBeenCalled();
    transactions.mockRestore();

    await opinions.decide(row?.id ?? "", "nie o treningu");
    expect(await one()).toMatchObject({ state: "hidden", reason: "nie o treningu" });
    await opinions.decide(row?.id ?? "", null);
    expect(readLedger(dataDir)).toEqual({ received: 1, shown: { [row?.id ?? ""]: hash }, withdrawn: [] });
    expect((await inbox.find(reference))?.opinions).toMatchObject([{ appointment: id, state: "shown" }]);
  });

  test("C5.1 without the consent nothing is kept; words about health need a consent of their own", async () => {
    const { opinions, hold, offer, one } = await openOpinions(engine);
    await hold();
    const token = await offer();
    expect(await opinions.send(token, { ...values, publication: "" })).toMatchObject({
      errors: { publication: expect.any(String) },
    });
    const health = { ...values, text: "Minus 12 kg i nie boli mnie kręgosłup." };
    expect(await opinions.send(token, health)).toMatchObject({ errors: { health: expect.any(String) } });
    const long = { ...values, text: "a".repeat(901), author: " " };
    const errors = { text: "Skróć do 900 znaków.", author: expect.any(String) };
    expect(await opinions.send(token, long)).toEqual({ values: long, errors });
    expect(await opinions.send(token, { ...values, text: "{telephone}" })).toMatchObject({
      errors: { text: "Usuń nawiasy klamrowe." },
    });
    expect(await one()).toMatchObject({ state: "offered", text: null });
    expect(await opinions.send(token, { ...health, health: "1" })).toBe("done");
    expect(Object.keys(JSON.parse((await one())?.consents ?? ""))).toEqual(["publication", "health"]);
  });

  test("C5.4 twenty at once over two connections and two links: one opinion; looking spends nothing", async () => {
    const { db, opinions, other, hold, offer, id } = await openOpinions(engine);
    await hold();
    const tokens = [await offer(), await offer()] as const;
    for (const token of tokens) expect(await opinions.view(token)).toMatchObject({ state: "offered" });
    const pair = [opinions, await other()] as const;
    const ends = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        pair[index % 2 ? 0 : 1].send(tokens[index % 3 ? 0 : 1], { ...values, text: `Opinia ${index}` }),
      ),
    );
    expect(ends.filter((end) => end === "done")).toHaveLength(1);
    expect(await db.selectFrom("opinions").selectAll().execute()).toHaveLength(1);
    expect(await opinions.offer(id)).toBeUndefined();
  });

  test("C5.4 a link that nobody used ends after sixty days, and the purge removes it", async () => {
    const { clock, opinions, inbox, hold, offer, one } = await openOpinions(engine);
    await hold();
    const token = await offer();
    clock.advance(61 * dayMs);
    expect(await opinions.view(token)).toBeUndefined();
    expect(await opinions.send(token, values)).toBe("missing");
    await inbox.purge(365);
    expect(await one()).toBeUndefined();
  });

  test("C5.3 a withdrawn opinion leaves date and hash; its enquiry may go before", async () => {
    const { clock, dataDir, inbox, opinions, hold, offer, one, onWithdrawn } = await openOpinions(engine);
    await hold();
    const token = await offer();
    await opinions.send(token, values);
    clock.advance(400 * dayMs);
    await inbox.purge(365);
    expect(await one()).toMatchObject({ text: "Uczy cierpliwie.", reference: null });
    expect(await opinions.withdraw(token)).toBe("done");
    const row = await one();
    const { id, token_hash, words_hash, created_at, sent_at, changed_at, ...rest } = row ?? {};
    expect([id, token_hash, words_hash, created_at, sent_at, changed_at].every(Boolean)).toBe(true);
    const { state, ...nothing } = rest as Record<string, unknown>;
    expect(state).toBe("withdrawn");
    expect(Object.values(nothing).every((value) => value === null)).toBe(true);
    expect(await opinions.view(token)).toEqual({ state: "withdrawn" });
    expect(await opinions.send(token, values)).toBe("unchanged");
    expect(readLedger(dataDir)).toEqual({ received: 0, shown: {}, withdrawn: [id] });
    expect(await opinions.decide(id ?? "", null)).toBeUndefined();
    expect(onWithdrawn).toHaveBeenCalledTimes(1);
  });

  test("C5.3 a restored older copy does not bring it back, however old", async () => {
    const { clock, db, dataDir, inbox, opinions, hold, offer, one } = await openOpinions(engine);
    await hold();
    const token = await offer();
    await opinions.send(token, values);
    const older = await one();
    if (!older) throw new Error("no opinion");
    await opinions.withdraw(token);
    clock.advance(800 * dayMs);
    await inbox.purge(365);
    await db
      .updateTable("opinions")
      .set({ ...older, reference: null })
      .execute();
    const erasures = await readErasures(dataDir);
    expect(JSON.stringify(erasures)).not.toContain(older.id);
    await repeatErasures(db, erasures);
    expect(await one()).toMatchObject({ state: "withdrawn", text: null, words_hash: older.words_hash });
  });

  test("C5.3 erasing a person reaches their opinion and links that were not used", async () => {
    const { ask, db, database, clock, dataDir, inbox, opinions, hold, offer, one } =
      await openOpinions(engine);
    await hold();
    await opinions.send(await offer(), values);
    const later = await ask("2026-12-09-1730-talk", { email: "ala@poczta.example" });
    clock.advance(8 * dayMs);
    await db.updateTable("appointments").set({ state: "booked" }).execute();
    await inbox.changeState(later.reference, { from: "new", state: "in-contact", held: true });
    const { appointments = [] } = (await inbox.find(later.reference)) ?? {};
    expect(await opinions.offer(appointments[0]?.id ?? "")).toBeDefined();
    await erase(database, { email: "ala@poczta.example" }, { dataDir, now: clock.now(), related: true });
    expect(await one()).toMatchObject({ state: "withdrawn", text: null, author: null });
    expect(await db.selectFrom("opinions").select("id").execute()).toHaveLength(1);
    expect((await opinions.sync()).withdrawn).toHaveLength(1);
  });
}
