import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dayMs, minuteMs } from "../clock.ts";
import type { Enquiry } from "../form.ts";
import type { SendResult } from "../mail/mailer.server.ts";
import { enqueueDigest } from "../quarantine.server.ts";
import type { Engine } from "../testing/engines.ts";
import { anEnquiry, makeTemporaryFolder } from "../testing/fixtures.ts";
import { mailHost, openInbox } from "../testing/open-inbox.ts";
import { runOwnerCommand } from "./commands.server.ts";

/** The owner's commands, on both databases. */
export function commandsContract(engine: Engine): void {
  async function setUp() {
    const { database, clock, store, queue, inbox } = await openInbox(engine);
    async function add(changes: Partial<Enquiry> = {}, mark: { reasons?: string[]; canary?: boolean } = {}) {
      const enquiry = { ...anEnquiry, ...changes };
      const accepted = await store.accept({ enquiry, key: undefined, reasons: [], canary: false, ...mark });
      clock.advance(1_000);
      return accepted.reference;
    }
    async function settleAll(result: SendResult) {
      for (const message of await queue.claim(100)) await queue.settle(message, result);
    }
    async function run(...args: string[]) {
      const printed: string[] = [];
      const print = (text: string) => printed.push(text);
      const code = await runOwnerCommand(args, { inbox, retentionDays: 365, print });
      return { code, text: printed.join("\n") };
    }
    const waiting = async () =>
      (await database.db.selectFrom("outbox").selectAll().where("status", "=", "waiting").execute()).map(
        ({ kind, reference }) => `${kind} ${reference}`,
      );
    return { database, inbox, clock, add, settleAll, run, waiting };
  }

  test("export writes everything into a file that only its owner reads", async () => {
    const { add, run } = await setUp();
    await add({ name: "Ala" });
    await add({ name: "Robot" }, { reasons: ["powód"] });
    const folder = makeTemporaryFolder();
    const file = join(folder.path, "zapytania.csv");
    expect((await run("export", "--out", file)).text).toBe(`Zapisane zapytania: 2 (${file}).`);
    expect(readFileSync(file, "utf8")).toMatch(/^\ufeff"Numer".*\r\n.*"Robot".*\r\n.*"Ala"/s);
    expect((await run("export")).text).toBe(readFileSync(file, "utf8"));
    folder.remove();
  });

  test("an export over a file that others could read becomes readable by its owner only", async () => {
    const { add, run } = await setUp();
    await add();
    const folder = makeTemporaryFolder();
    const file = join(folder.path, "zapytania.csv");
    writeFileSync(file, "stare", { mode: 0o644 });
    await run("export", "--out", file);
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(readdirSync(folder.path)).toEqual(["zapytania.csv"]);
    folder.remove();
  });

  test("release sends what was in quarantine, once", async () => {
    const { add, run, waiting } = await setUp();
    const held = await add({}, { reasons: ["powód"] });
    expect((await run("release", held)).code).toBe(0);
    expect((await waiting()).sort()).toEqual([`trainer ${held}`, `visitor ${held}`]);
    expect((await run("release", held)).code).toBe(1);
    expect(await waiting()).toHaveLength(2);
  });

  test("resend makes given-up messages due, digests too, or sends the trainer the enquiry again", async () => {
    const { add, settleAll, run, waiting, database, clock } = await setUp();
    const lost = await add({ name: "Ala" });
    const held = await add({ name: "Robot" }, { reasons: ["powód"] });
    await database.db
      .transaction()
      .execute((transaction) => enqueueDigest(transaction, { mailHost, now: clock.now() }));
    await database.db.updateTable("outbox").set({ status: "dead" }).execute();
    const arrived = await add({ name: "Ola" });
    await settleAll({ kind: "sent" });
    expect((await run("resend", arrived)).text).toBe(`${arrived}: e-maile do wysłania: 1`);
    expect(await waiting()).toEqual([`trainer ${arrived}`]);
    expect((await run("resend", "--dead")).text).toBe("E-maile do wysłania: 3.");
    expect((await waiting()).sort()).toEqual(
      ["digest null", `trainer ${arrived}`, `trainer ${lost}`, `visitor ${lost}`].sort(),
    );
    expect((await run("resend", "--dead")).text).toBe("Nie ma e-maili, które nie dotarły.");
    for (const none of [held, "0000-0000"]) expect((await run("resend", none)).code).toBe(1);
  });

  test("erase removes a person and their mail, however the address or number is written, and nobody else", async () => {
    const { add, run, inbox, database } = await setUp();
    await add({ name: "Ala", email: "Ala@Poczta.example", phone: null });
    await add({ name: "Ala", email: null, phone: "+48600100200" }, { reasons: ["powód"] });
    // Stored when numbers with too few digits were still taken.
    await add({ name: "Ala", email: null, phone: "+4860010020" });
    const other = await add({ name: "Ola", email: "ola@poczta.example", phone: "+48600100201" });
    expect((await run("erase", "--email", " ala@poczta.EXAMPLE")).text).toMatch(/^Usunięte zapytania: 1\./);
    expect((await run("erase", "--phone", "600-100-200")).text).toMatch(/^Usunięte zapytania: 1\./);
    expect((await run("erase", "--phone", "600-100-20")).text).toMatch(/^Usunięte zapytania: 1\./);
    expect(await inbox.exportAll()).toMatchObject([{ reference: other }]);
    const mail = await database.db.selectFrom("outbox").select("reference").execute();
    expect(new Set(mail.map(({ reference }) => reference))).toEqual(new Set([other]));
    expect((await run("erase")).code).toBe(1);
    expect((await run("erase", "--phone", "zły numer")).code).toBe(1);
    expect(await inbox.exportAll()).toHaveLength(1);
  });

  test("erase finds what else may be the same person's, and asks before it removes that too", async () => {
    const { add, run, inbox, clock } = await setUp();
    const email = "ala@poczta.example";
    const both = await add({ name: "Ala", email, phone: "+48600100200" });
    const byPhone = await add({ name: "Alicja", email: null, phone: "+48600100200" });
    const further = await add({ name: "Ala N.", email: "druga@poczta.example", phone: "+48600100200" });
    const other = await add({ name: "Ola", email: "ola@poczta.example", phone: "+48600100201" });
    // Only one of them would be looked for.
    expect(await run("erase", "--email", email, "--phone", "600100200")).toMatchObject({ code: 1 });
    const asked = await run("erase", "--email", email);
    expect(asked.code).toBe(1);
    expect(asked.text).toContain("Nic jeszcze nie usunięto.");
    for (const reference of [byPhone, further]) expect(asked.text).toContain(reference);
    expect(asked.text).not.toContain(other);
    expect(await inbox.exportAll()).toHaveLength(4);

    const only = await run("erase", "--email", email, "--only");
    expect(only).toMatchObject({ code: 0, text: expect.stringMatching(/^Usunięte zapytania: 1\./) });
    expect((await run("export")).text).not.toContain(both);

    clock.advance(1_000);
    const all = await run("erase", "--email", "druga@poczta.example", "--related");
    expect(all).toMatchObject({ code: 0, text: expect.stringMatching(/^Usunięte zapytania: 2\./) });
    expect(await inbox.exportAll()).toMatchObject([{ reference: other }]);
  });

  test("erase --again repeats erasures after other tools have restored a backup", async () => {
    const { add, run, inbox, database } = await setUp();
    const reference = await add({ name: "Ala" });
    const rows = await database.db.selectFrom("enquiries").selectAll().execute();
    await run("erase", "--phone", "600 100 200");
    await database.db.insertInto("enquiries").values(rows).execute();
    expect(await inbox.exportAll()).toMatchObject([{ reference }]);
    expect((await run("erase", "--again")).text).toBe("Ponownie usunięte zapytania: 1.");
    expect(await inbox.exportAll()).toEqual([]);
  });

  test("purge removes what is older than the retention, mail too, but nothing that still waits to be sent", async () => {
    const { add, settleAll, run, inbox, clock, database } = await setUp();
    await add({ name: "Ala" });
    await settleAll({ kind: "sent" });
    const unsent = await add({ name: "Ela" });
    clock.advance(364 * dayMs);
    const young = await add({ name: "Ola" });
    clock.advance(2 * dayMs);
    expect((await run("purge")).text).toBe("Usunięte zapytania (starsze niż 365 dni): 1.");
    expect(await inbox.exportAll()).toMatchObject([{ reference: young }, { reference: unsent }]);
    expect(await database.db.selectFrom("outbox").selectAll().execute()).toHaveLength(4);
    await settleAll({ kind: "sent" });
    await run("purge");
    expect(await inbox.exportAll()).toMatchObject([{ reference: young }]);
  });

  test("stats counts people, not the canary", async () => {
    const { add, settleAll, run, clock, inbox } = await setUp();
    await add({ name: "Ala" });
    await settleAll({ kind: "sent" });
    clock.advance(20 * dayMs);
    const answered = await add({ name: "Ola", email: null });
    await add({ name: "Robot" }, { reasons: ["powód"] });
    await add({ name: "Test formularza" }, { canary: true });
    clock.advance(30 * minuteMs);
    await inbox.changeState(answered, { from: "new", state: "in-contact" });
    const { text } = await run("stats");
    expect(text).toContain("Zapytania: 2 (w ostatnich 7 dniach: 1), w kwarantannie: 1");
    expect(text).toContain("E-maile: wysłane 2, czekają 2, nie dotarły 0");
    expect(text).toContain("Czas do pierwszego kontaktu (mediana): 30 min");
  });

  test.each([[[]], [["lst"]], [["stats", "--nie-ma"]], [["constructor"]]])(
    "%j is answered with the usage",
    async (args) => {
      const { run } = await setUp();
      const { code, text } = await run(...args);
      expect(text).toContain("npm run enquiries -- POLECENIE");
      for (const command of ["release", "resend", "export", "erase", "purge", "stats"])
        expect(text).toContain(`\n  ${command} `);
      expect(code).toBe(args.length === 0 ? 0 : 1);
    },
  );
}
