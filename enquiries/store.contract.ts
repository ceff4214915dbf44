import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { dayMs, hourMs, minuteMs } from "./clock.ts";
import { type Database, isPostgres, lockName } from "./storage/database.server.ts";
import type { NewEnquiry } from "./store.server.ts";
import type { Engine } from "./testing/engines.ts";
import { anEnquiry, createTestClock } from "./testing/fixtures.ts";
import { createTestStore } from "./testing/open-inbox.ts";

const anonymous: NewEnquiry = { enquiry: anEnquiry, key: undefined, reasons: [], canary: false };
const keyed: NewEnquiry = { ...anonymous, key: "a-one-time-key" };

/** Storing enquiries, on both databases. */
export function storeContract(engine: Engine): void {
  async function open(clock = createTestClock(), random = randomBytes as (count: number) => Uint8Array) {
    const database = await engine.open();
    return {
      database,
      clock,
      store: createTestStore(database, { clock, randomBytes: random, limits: "on" }),
    };
  }
  const enquiriesIn = ({ db }: Database) => db.selectFrom("enquiries").selectAll().execute();
  const outboxOf = ({ db }: Database) => db.selectFrom("outbox").selectAll().orderBy("kind").execute();

  test("B10.4 an enquiry and its two e-mails are stored together", async () => {
    const { database, clock, store } = await open();
    const { reference, isNew } = await store.accept(keyed);
    expect(isNew).toBe(true);
    expect(await enquiriesIn(database)).toMatchObject([
      {
        reference,
        status: "accepted",
        key: keyed.key,
        name: anEnquiry.name,
        phone: anEnquiry.phone,
        preferred_time: anEnquiry.preferredTime,
        message: anEnquiry.message,
        received_at: clock.now(),
      },
    ]);
    const messages = await outboxOf(database);
    expect(messages).toMatchObject([
      { kind: "trainer", reference, status: "waiting", attempts: 0, next_attempt_at: clock.now() },
      { kind: "visitor", reference, status: "waiting" },
    ]);
    for (const { message_id } of messages) expect(message_id).toMatch(/^<[\w-]{36}@studio\.example>$/);
  });

  test("B10.5 a reference is known once its enquiry is stored, quarantined or not", async () => {
    const { store } = await open();
    expect(await store.isKnown("7K3M-9QXR")).toBe(false);
    for (const reasons of [[], ["spam"]]) {
      const { reference } = await store.accept({ ...keyed, key: `key-${reasons.length}`, reasons });
      expect(await store.isKnown(reference)).toBe(true);
    }
  });

  test("without an e-mail there is nobody to confirm to", async () => {
    const { database, store } = await open();
    await store.accept({ ...keyed, enquiry: { ...anEnquiry, email: null } });
    expect((await outboxOf(database)).map(({ kind }) => kind)).toEqual(["trainer"]);
  });

  const from = (email: string, message: string) => ({
    ...anonymous,
    enquiry: { ...anEnquiry, email, message },
  });
  const confirmationsIn = async (database: Database) =>
    (await outboxOf(database)).filter(({ kind }) => kind === "visitor").length;

  test("an address gets one confirmation a day, however it is written; the trainer hears of every enquiry", async () => {
    const { database, clock, store } = await open();
    await store.accept(from("ala@poczta.example", "Jeden"));
    await store.accept(from("Ala@Poczta.example", "Dwa"));
    expect(await confirmationsIn(database)).toBe(1);
    expect(await outboxOf(database)).toHaveLength(3);
    clock.advance(dayMs);
    await store.accept(from("ala@poczta.example", "Trzy"));
    expect(await confirmationsIn(database)).toBe(2);
  });

  test("an address that many write to at once over two connections gets one confirmation", async () => {
    const pair = [await open(), await open()] as const;
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        pair[index % 2 ? 0 : 1].store.accept(from("ala@poczta.example", `Numer ${index}`)),
      ),
    );
    expect(await confirmationsIn(pair[0].database)).toBe(1);
  });

  test("fifty confirmations go out in a day, and the trainer hears of every enquiry", async () => {
    const { database, clock, store } = await open();
    for (let index = 0; index < 52; index += 1)
      await store.accept(from(`ala${index}@poczta.example`, "Jeden"));
    expect(await confirmationsIn(database)).toBe(50);
    expect(await outboxOf(database)).toHaveLength(102);
    clock.advance(dayMs);
    await store.accept(from("ola@poczta.example", "Dwa"));
    expect(await confirmationsIn(database)).toBe(51);
  });

  test("without limits every enquiry is confirmed", async () => {
    const { database, clock } = await open();
    const store = createTestStore(database, { clock });
    for (const message of ["Jeden", "Dwa", "Trzy"]) await store.accept(from("ala@poczta.example", message));
    expect(await confirmationsIn(database)).toBe(3);
  });

  test("a suspicious one is stored with its reasons and sends nothing", async () => {
    const { database, store } = await open();
    await store.accept({ ...keyed, reasons: ["odnośniki w wiadomości: 4"] });
    expect(await enquiriesIn(database)).toMatchObject([
      { status: "quarantined", reasons: '["odnośniki w wiadomości: 4"]' },
    ]);
    expect(await outboxOf(database)).toEqual([]);
  });

  test("B10.3 the same key gives the same reference, in another process and with another text too", async () => {
    const one = await open();
    const { reference } = await one.store.accept(keyed);
    const other = await open();
    const again = { ...keyed, enquiry: { ...anEnquiry, message: "inny tekst" } };
    expect(await other.store.findKnown(again)).toBe(reference);
    expect(await other.store.accept(again)).toEqual({ reference, isNew: false });
    expect(await enquiriesIn(one.database)).toHaveLength(1);
    expect(await outboxOf(one.database)).toHaveLength(2);
  });

  test("other keys are other enquiries, even with the same content", async () => {
    const { store } = await open();
    const one = await store.accept(keyed);
    const other = await store.accept({ ...keyed, key: "another-key" });
    expect(other.isNew).toBe(true);
    expect(other.reference).not.toBe(one.reference);
  });

  test("B10.3 what was posted without a key is known when the script sends the same text with one", async () => {
    const { store, clock } = await open();
    const { reference } = await store.accept(anonymous);
    expect(await store.accept(keyed)).toEqual({ reference, isNew: false });
    // At the same moment, too.
    const twice = { ...anEnquiry, message: "dwa razy" };
    const sent = [
      { ...anonymous, enquiry: twice },
      { ...keyed, key: "twice", enquiry: twice },
    ].map((one) => store.accept(one));
    const [one, two] = (await Promise.all(sent)).map((stored) => stored.reference);
    expect(one).toBe(two);
    const other = { ...keyed, enquiry: { ...anEnquiry, message: "inny tekst" } };
    expect(await store.accept(other)).toMatchObject({ isNew: true });
    clock.advance(25 * hourMs);
    expect(await store.accept({ ...keyed, key: "another-key" })).toMatchObject({ isNew: true });
  });

  test("B10.3 a key that a program invents holds none of the locks of other work", async () => {
    const { database, store } = await open();
    // SQLite has one writer at a time.
    if (!isPostgres(database.db)) return;
    await database.db.transaction().execute(async (transaction) => {
      await lockName(transaction, "appointments");
      const stored = store.accept({ ...keyed, key: "appointments" }).then(({ isNew }) => isNew);
      // If it waited for that lock, the lock time-out would end it.
      expect(await stored).toBe(true);
    });
  });

  test("B10.3 without a key the same content is one enquiry for 24 hours", async () => {
    const { clock, store } = await open();
    const { reference } = await store.accept(anonymous);
    clock.advance(dayMs - minuteMs);
    expect(await store.accept(anonymous)).toEqual({ reference, isNew: false });
    clock.advance(2 * minuteMs);
    expect((await store.accept(anonymous)).isNew).toBe(true);
  });

  test("any other word makes it another enquiry", async () => {
    const { store } = await open();
    await store.accept(anonymous);
    for (const field of ["name", "phone", "email", "goal", "preferredTime", "message"] as const) {
      const changed = { ...anonymous, enquiry: { ...anEnquiry, [field]: "inaczej" } };
      expect((await store.accept(changed)).isNew, field).toBe(true);
    }
  });

  test("a clock set back does not make the same enquiry new", async () => {
    const { clock, store } = await open();
    const { reference } = await store.accept(anonymous);
    clock.set(-5 * hourMs);
    expect(await store.accept(anonymous)).toEqual({ reference, isNew: false });
  });

  test.each([
    ["with a key", keyed],
    ["without a key", anonymous],
  ])("sent twenty times at once over two connections %s it is one enquiry", async (_, enquiry) => {
    const [one, other] = [await open(), await open()];
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? one : other).store.accept(enquiry)),
    );
    expect(new Set(results.map(({ reference }) => reference)).size).toBe(1);
    expect(results.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(await outboxOf(one.database)).toHaveLength(2);
  });

  test("a reference in use is not assigned twice", async () => {
    const draws = [1, 1, 2].map((byte) => new Uint8Array(8).fill(byte));
    const { store } = await open(createTestClock(), () => draws.shift() ?? new Uint8Array(8));
    expect((await store.accept(keyed)).reference).toBe("1111-1111");
    expect((await store.accept({ ...keyed, key: "another-key" })).reference).toBe("2222-2222");
  });

  test("B10.4 when the mail cannot be queued, the enquiry is not stored either", async () => {
    const { database, store } = await open();
    await database.db.schema.alterTable("outbox").renameTo("outbox_away").execute();
    try {
      await expect(store.accept(keyed)).rejects.toThrow();
      expect(await enquiriesIn(database)).toEqual([]);
    } finally {
      await database.db.schema.alterTable("outbox_away").renameTo("outbox").execute();
    }
    expect((await store.accept(keyed)).isNew).toBe(true);
  });
}
