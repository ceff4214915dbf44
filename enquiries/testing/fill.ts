import { randomBytes, randomUUID } from "node:crypto";
import { createReference } from "../reference.ts";
import { searchTextOf } from "../search-text.server.ts";
import type { Database } from "../storage/database.server.ts";

const minuteMs = 60_000;
/** SQLite allows at most 32 766 values per statement. */
const rowsPerStatement = 500;

/** Inserts many enquiries, one minute apart, the newest one minute before `now`, each with its e-mail sent. */
export async function fillWithEnquiries(
  { db }: Database,
  { count, now }: { count: number; now: number },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (let first = 0; first < count; first += rowsPerStatement) {
      const rows = Array.from({ length: Math.min(rowsPerStatement, count - first) }, (_, at) =>
        rowOf(first + at, now),
      );
      await transaction.insertInto("enquiries").values(rows).execute();
      await transaction
        .insertInto("outbox")
        .values(
          rows.map(({ reference, received_at }) => ({
            id: randomUUID(),
            reference,
            kind: "trainer" as const,
            message_id: `<${reference}@studio.example>`,
            status: "sent" as const,
            attempts: 1,
            created_at: received_at,
            next_attempt_at: received_at,
            lease: null,
            settled_at: received_at,
            last_fault: null,
          })),
        )
        .execute();
    }
  });
}

function rowOf(number: number, now: number) {
  const row = {
    reference: createReference(randomBytes),
    name: `Gżegżółka ${number}`,
    phone: `+48601555${String(number % 1000).padStart(3, "0")}`,
    email: `gzegzolka${number}@poczta.example`,
    message: `Pytanie ${number} o hipoterapię. ${"Chcę zacząć trenować dwa razy w tygodniu. ".repeat(8)}`,
  };
  return {
    ...row,
    key: null,
    content_hash: String(number),
    status: "accepted" as const,
    reasons: "[]",
    digest_id: null,
    goal: null,
    preferred_time: null,
    received_at: now - (number + 1) * minuteMs,
    search_text: searchTextOf(row),
  };
}
