import { sql } from "kysely";
import type { Database } from "../storage/database.server.ts";
import type { ActResult } from "./inbox.ts";

const markedByOwner = "oznaczone ręcznie jako spam";

/** Moves an enquiry to quarantine, or closes one that is there already, and drops its unsent e-mails. */
export async function markAsSpam({ db }: Database, reference: string, now: number): Promise<ActResult> {
  return db.transaction().execute(async (transaction) => {
    const enquiry = await transaction
      .selectFrom("enquiries")
      .select(["status", "state", "reasons"])
      .where("reference", "=", reference)
      .where("status", "!=", "canary")
      .executeTakeFirst();
    if (!enquiry) return "missing";
    if (enquiry.status === "quarantined" && enquiry.state === "closed") return "unchanged";
    const reasons: string[] = JSON.parse(enquiry.reasons);
    await transaction
      .updateTable("enquiries")
      .set({
        status: "quarantined",
        state: "closed",
        reasons: JSON.stringify(reasons.length > 0 ? reasons : [markedByOwner]),
        read_at: sql`coalesce(read_at, ${now})`,
        remind_at: null,
      })
      .where("reference", "=", reference)
      .execute();
    await transaction
      .deleteFrom("outbox")
      .where("reference", "=", reference)
      .where("status", "=", "waiting")
      .where("lease", "is", null)
      .execute();
    return "done";
  });
}
