import type { Database } from "../storage/database.server.ts";
import type { Letter } from "./letter.server.ts";
import type { Letters } from "./letters.server.ts";
import type { QueuedMessage } from "./queue.server.ts";

/** Makes a message's words from what is stored now; undefined when the enquiry is gone or the quarantine empty. */
export function createWriteLetter({ db }: Database, letters: Letters) {
  return async ({ id, kind, reference }: QueuedMessage): Promise<Letter | undefined> => {
    if (kind === "digest") {
      const quarantined = await db
        .selectFrom("enquiries")
        .selectAll()
        .where("digest_id", "=", id)
        .where("status", "=", "quarantined")
        .orderBy("received_at")
        .execute();
      return quarantined.length > 0 ? letters.digest(quarantined) : undefined;
    }
    const enquiry = await db
      .selectFrom("enquiries")
      .selectAll()
      .where("reference", "=", reference)
      .executeTakeFirst();
    if (!enquiry) return undefined;
    const write = { trainer: letters.toTrainer, visitor: letters.toVisitor, canary: letters.canary }[kind];
    return write(enquiry);
  };
}
