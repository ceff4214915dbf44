import { randomBytes } from "node:crypto";
import { createQueue } from "../mail/queue.server.ts";
import { createInbox } from "../owner/inbox.server.ts";
import type { Database } from "../storage/database.server.ts";
import { createStore } from "../store.server.ts";
import type { Engine } from "./engines.ts";
import { createTestClock, noDates } from "./fixtures.ts";

export const mailHost = "studio.example";

type StoreDeps = Parameters<typeof createStore>[0];

/** For a site that offers no dates. */
export function createTestStore(database: Database, changes: Partial<StoreDeps> = {}) {
  const usual = {
    clock: createTestClock(),
    randomBytes,
    mailHost,
    limits: "off",
    book: noDates.book,
  } as const;
  return createStore({ database, ...usual, ...changes });
}

type Options = { clock?: ReturnType<typeof createTestClock>; limits?: "on" | "off"; onQueued?: () => void };

/** The owner's inbox on a connection of its own, with what fills it and what sends its e-mails. */
export async function openInbox(engine: Engine, options: Options = {}) {
  const { clock = createTestClock(), limits = "off", onQueued = () => {} } = options;
  const database = await engine.open();
  const store = createTestStore(database, { clock, limits });
  const queue = createQueue({ database, clock, random: () => 1 });
  const inbox = createInbox({ database, dataDir: engine.dataDir, clock, mailHost, onQueued });
  return { database, clock, store, queue, inbox };
}
