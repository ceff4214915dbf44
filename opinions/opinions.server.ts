import { randomBytes, randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Selectable } from "kysely";
import { findAppointment } from "../appointments/bookings.server.ts";
import { hashToken } from "../appointments/emails.server.ts";
import type { Clock } from "../enquiries/clock.ts";
import { eraseForGood } from "../enquiries/owner/erasures.server.ts";
import type { ActionResult } from "../enquiries/owner/inbox.ts";
import { polishDay } from "../enquiries/polish-time.ts";
import { opinionLinkMs } from "../enquiries/retention.server.ts";
import { type Database, inTurn } from "../enquiries/storage/database.server.ts";
import type { Db, OpinionsTable } from "../enquiries/storage/tables.server.ts";
import { hashOpinion, type Ledger, readLedger, writeLedger } from "./ledger.server.ts";
import { consents, type Opinion, type OpinionContent, type OpinionForm, parseOpinion } from "./opinion.ts";

type Row = Selectable<OpinionsTable>;

type Options = {
  database: Database;
  dataDir: string;
  siteUrl: string;
  clock: Pick<Clock, "now">;
  /** Called after a withdrawal, so that the pages are published again. */
  onWithdrawn: () => void;
};

export type Opinions = ReturnType<typeof createOpinions>;

/** Opinions with proof. A client writes one after an appointment; the owner shows or hides it, and nobody can change it (C5). */
export function createOpinions({ database, dataDir, siteUrl, clock, onWithdrawn }: Options) {
  const { db } = database;
  const all = db.selectFrom("opinions").selectAll();
  const received = ["sent", "shown", "hidden"] as const;

  async function byToken(token: string): Promise<Row | undefined> {
    const row = await all.where("token_hash", "=", hashToken(token)).executeTakeFirst();
    const isExpired = row?.state === "offered" && clock.now() - row.created_at > opinionLinkMs;
    return isExpired ? undefined : row;
  }

  /** Updates the file that publications read. The lock serialises processes, as for erasures. */
  async function sync(): Promise<Ledger> {
    const seen = await readRows(db);
    if (isDeepStrictEqual(seen, readLedger(dataDir))) return seen;
    return inTurn(db, "opinions", async (transaction) => {
      const ledger = await readRows(transaction);
      await writeLedger(dataDir, ledger);
      return ledger;
    });
  }

  async function withdrawRow(row: Row | undefined): Promise<ActionResult> {
    if (!row || row.state === "offered") return "missing";
    const gone = { people: [], references: [], opinions: [row.id], now: clock.now() };
    await eraseForGood(database, { dataDir, ...gone });
    await sync();
    onWithdrawn();
    return "done";
  }

  return {
    sync,

    /** Creates a link for one opinion; undefined unless the appointment was held and has no opinion yet (C5.1). */
    async offer(appointment: string): Promise<string | undefined> {
      const token = randomBytes(32).toString("base64url");
      return inTurn(db, `opinion ${appointment}`, async (transaction) => {
        const held = await findAppointment(transaction, appointment);
        const given = transaction.selectFrom("opinions").select("id").where("state", "<>", "offered");
        const isGiven = await given.where("appointment", "=", appointment).executeTakeFirst();
        if (!held?.held_at || isGiven) return undefined;
        const { reference, kind } = held;
        const [now, held_on] = [clock.now(), held.local_start.slice(0, 10)];
        const link = { id: randomUUID(), token_hash: hashToken(token), state: "offered" } as const;
        await transaction
          .insertInto("opinions")
          .values({ ...link, reference, appointment, kind, held_on, created_at: now, changed_at: now })
          .execute();
        return `${siteUrl}/opinia/${token}`;
      });
    },

    /** Returns what a link shows; undefined if the link is unknown or expired. Does not use up the link. */
    async view(token: string): Promise<OpinionContent | undefined> {
      const row = await byToken(token);
      if (!row || row.state === "withdrawn") return row && { state: "withdrawn" };
      const { state, kind, held_on } = row;
      return { state, kind: kind ?? "training", heldOn: held_on ?? "", words: textOf(row) };
    },

    /**
     * Stores an opinion and deletes the other links to its appointment, which are `missing` from then on. A second opinion by the same link,
     * or at the same moment by another one, is rejected as `unchanged` (C5.4).
     */
    async send(token: string, values: OpinionForm["values"]): Promise<ActionResult | OpinionForm> {
      const row = await byToken(token);
      if (row?.state !== "offered") return row ? "unchanged" : "missing";
      const parsed = parseOpinion(values);
      if ("errors" in parsed) return parsed;
      const { words } = parsed;
      const now = clock.now();
      const given = { publication: consents.publication, ...(values.health && { health: consents.health }) };
      const sent = { state: "sent", sent_at: now, changed_at: now, consents: JSON.stringify(given) } as const;
      const result = await inTurn(db, `opinion ${row.appointment}`, async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable("opinions")
          .set({ ...sent, ...words, words_hash: hashOpinion(words, polishDay(now)) })
          .where(({ and }) => and({ id: row.id, state: "offered" }))
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return "unchanged";
        const others = transaction.deleteFrom("opinions").where("appointment", "=", row.appointment);
        await others.where("state", "=", "offered").execute();
        return "done";
      });
      await sync();
      return result;
    },

    /** Withdraws an opinion for good, by its own link (C5.3). */
    withdraw: async (token: string) => withdrawRow(await byToken(token)),
    /** Withdraws an opinion for the owner, at the author's request. */
    withdrawById: async (id: string) => withdrawRow(await all.where("id", "=", id).executeTakeFirst()),

    /** Lists the opinions that were not withdrawn, newest first. */
    list: async () =>
      (await all.where("state", "in", received).orderBy("sent_at", "desc").execute()).map(toOpinion),

    /** Shows an opinion (`reason` is null), or hides it and stores the reason. Undefined if there is none. */
    async decide(id: string, reason: string | null) {
      const row = await db
        .updateTable("opinions")
        .set({ state: reason === null ? "shown" : "hidden", reason, changed_at: clock.now() })
        .where("id", "=", id)
        .where("state", "in", received)
        .returningAll()
        .executeTakeFirst();
      await sync();
      return row && toOpinion(row);
    },
  };
}

async function readRows(db: Db): Promise<Ledger> {
  const rows = await db.selectFrom("opinions").select(["id", "state", "words_hash"]).orderBy("id").execute();
  const { shown = [], sent = [], hidden = [], withdrawn = [] } = Object.groupBy(rows, ({ state }) => state);
  return {
    received: [...sent, ...shown, ...hidden].length,
    shown: Object.fromEntries(shown.map(({ id, words_hash }) => [id, words_hash ?? ""])),
    withdrawn: withdrawn.map(({ id }) => id),
  };
}

const textOf = ({ text, author, about }: Row): Opinion => ({ text: text ?? "", author: author ?? "", about });

const toOpinion = (row: Row) => ({
  id: row.id,
  state: row.state,
  reference: row.reference,
  heldOn: row.held_on,
  reason: row.reason,
  ...textOf(row),
  kind: row.kind ?? "training",
  sentOn: polishDay(row.sent_at ?? 0),
  hasHealthConsent: Object.hasOwn(JSON.parse(row.consents ?? "{}"), "health"),
});
