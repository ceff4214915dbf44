import type { Clock } from "../clock.ts";
import { release } from "../quarantine.server.ts";
import { purge, purgeFiles } from "../retention.server.ts";
import type { Database } from "../storage/database.server.ts";
import { erase, readErasures, repeatErasures } from "./erasures.server.ts";
import { createHandling } from "./handling.server.ts";
import type { Person } from "./inbox.ts";
import { markAsSpam } from "./mark-as-spam.server.ts";
import { findPerson } from "./person.server.ts";
import {
  countEnquiries,
  type EnquiryDetails,
  type EnquiryFilter,
  exportEnquiries,
  findEnquiry,
  lastEmailSentAt,
  listEnquiries,
} from "./queries.server.ts";
import { resend, resendDead } from "./resend.server.ts";
import { readStats } from "./stats.server.ts";

type InboxDeps = {
  database: Database;
  dataDir: string;
  clock: Clock;
  /** The host in the Message-IDs. */
  mailHost: string;
  /** Called when there are e-mails to send. */
  onQueued: () => void;
};

/**
 * Everything that the owner sees and does with enquiries, for the command line and the panel. All results are plain JSON; times are ISO
 * 8601 in UTC.
 */
export function createInbox({ database, dataDir, clock, mailHost, onQueued }: InboxDeps) {
  const now = () => clock.now();

  return {
    list: (filter: EnquiryFilter) => listEnquiries(database, filter),
    find: (reference: string) => findEnquiry(database, reference),
    counts: () => countEnquiries(database, now()),
    stats: () => readStats(database, now()),
    async exportAll() {
      const all: EnquiryDetails[] = [];
      for await (const page of exportEnquiries(database)) all.push(...page);
      return all;
    },
    lastEmailSentAt: () => lastEmailSentAt(database),

    ...createHandling({ database, clock, mailHost, onQueued }),
    async release(reference: string) {
      const result = await release(database, reference, { mailHost, now: now() });
      if (result === "done") onQueued();
      return result;
    },
    markAsSpam: (reference: string) => markAsSpam(database, reference, now()),
    async resend(reference: string) {
      const waiting = await resend(database, reference, { mailHost, now: now() });
      if (waiting) onQueued();
      return waiting;
    },
    async resendDead() {
      const waiting = await resendDead(database, now());
      if (waiting > 0) onQueued();
      return waiting;
    },

    findPerson: (person: Person) => findPerson(database.db, person),
    erase: (person: Person, { related }: { related: boolean }) =>
      erase(database, person, { dataDir, now: now(), related }),
    /** Repeats erasures after other tools have restored an older database. */
    repeatErasures: async () => repeatErasures(database.db, await readErasures(dataDir)),
    async purge(retentionDays: number) {
      const options = { dataDir, now: now(), retentionDays };
      const purged = await database.db.transaction().execute((transaction) => purge(transaction, options));
      await purgeFiles(database, options);
      return purged;
    },
  };
}

export type Inbox = ReturnType<typeof createInbox>;
