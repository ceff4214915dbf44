import { describe } from "vitest";
import { canaryContract } from "./canary.contract.ts";
import { healthContract } from "./health.contract.ts";
import { outboxContract } from "./mail/outbox.contract.ts";
import { queueContract } from "./mail/queue.contract.ts";
import { answeringContract } from "./owner/answering.contract.ts";
import { commandsContract } from "./owner/commands.contract.ts";
import { inboxContract } from "./owner/inbox.contract.ts";
import { todayContract } from "./owner/today.contract.ts";
import { scheduledJobsContract } from "./scheduled-jobs.contract.ts";
import { migrationsContract } from "./storage/migrations.contract.ts";
import { storeContract } from "./store.contract.ts";
import { describeOnEngines } from "./testing/engines.ts";
import { visitsContract } from "./visits.contract.ts";

const contracts = {
  migrations: migrationsContract,
  store: storeContract,
  queue: queueContract,
  outbox: outboxContract,
  canary: canaryContract,
  "scheduled jobs": scheduledJobsContract,
  health: healthContract,
  inbox: inboxContract,
  today: todayContract,
  answering: answeringContract,
  visits: visitsContract,
  "owner's commands": commandsContract,
};

// One file, so that PostgreSQL starts once for all of them.
await describeOnEngines((engine) => {
  for (const [name, contract] of Object.entries(contracts)) describe(name, () => contract(engine));
});
