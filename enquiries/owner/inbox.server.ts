import { purge, purgeFiles } from "../retention.server.ts";
import { createAnswering } from "./answering.server.ts";
import { erase, readErasures, repeatErasures } from "./erasures.server.ts";
import { createHandling, type InboxDeps } from "./handling.server.ts";
import type { Person } from "./inbox.ts";
import { countToday } from "./next-step.server.ts";
import { findPerson } from "./person.server.ts";
import {
  countByStatus,
  type EnquiryDetails,
  type EnquiryFilter,
  exportEnquiries,
  findEnquiry,
  lastEmailSentAt,
  listEnquiries,
  readRevision,
} from "./queries.server.ts";
import { listReadyAnswers, saveReadyAnswer } from "./ready-answers.server.ts";
import type { ReadyAnswer } from "./ready-answers.ts";
import { readStats } from "./stats.server.ts";
import { readToday } from "./today.server.ts";

export type Inbox = ReturnType<typeof createInbox>;

/** All that the owner sees and does with enquiries, for command line and panel. Results are plain JSON; times ISO 8601 in UTC. */
export function createInbox(deps: InboxDeps) {
  const { database, dataDir, clock } = deps;
  const { db } = database;
  const now = () => clock.now();

  return {
    list: (filter: EnquiryFilter) => listEnquiries(db, filter, now()),
    find: (reference: string) => findEnquiry(db, reference, now()),
    today: () => readToday(db, now()),
    countToday: () => countToday(db, now()),
    revision: () => readRevision(db),
    async counts() {
      // Read first, so that the next comparison notices what changes meanwhile.
      const revision = await readRevision(db);
      const { accepted: _, ...counts } = await countByStatus(db);
      return { ...counts, today: (await countToday(db, now())).listed, revision };
    },
    stats: () => readStats(db, now()),
    async exportAll() {
      const all: EnquiryDetails[] = [];
      for await (const page of exportEnquiries(db, now())) all.push(...page);
      return all;
    },
    lastEmailSentAt: () => lastEmailSentAt(db),

    ...createHandling(deps),
    ...createAnswering(deps),
    readyAnswers: () => listReadyAnswers(db),
    saveReadyAnswer: (answer: ReadyAnswer) => saveReadyAnswer(db, answer, now()),

    findPerson: (person: Person) => findPerson(db, person),
    erase: (person: Person, { related }: { related: boolean }) =>
      erase(database, person, { dataDir, now: now(), related }),
    /** Repeats erasures after other tools have restored an older database. */
    repeatErasures: async () => repeatErasures(db, await readErasures(dataDir)),
    async purge(retentionDays: number) {
      const options = { dataDir, now: now(), retentionDays };
      const purged = await db.transaction().execute((transaction) => purge(transaction, options));
      await purgeFiles(database, options);
      return purged;
    },
  };
}
