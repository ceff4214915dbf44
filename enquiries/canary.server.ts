import { hash, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { minuteMs, secondMs } from "./clock.ts";
import type { EnquiryDeps } from "./deps.server.ts";
import { keyField } from "./form.ts";
import type { Database } from "./storage/database.server.ts";
import { canaryKeyPrefix } from "./submit.server.ts";

/** The result of a canary; `problem` is in Polish and contains nothing personal. */
export type CanaryReport = { ok: true; tookMs: number } | { ok: false; problem: string };

/** The check takes the way of visitors, by the public address. */
type CanaryDeps = Pick<EnquiryDeps, "database" | "jobs" | "clock" | "serviceUrl"> & { fetch: typeof fetch };

export const canaryJob = "canary";
const tokenLifeMs = 5 * minuteMs;
/** The longest time that the message may take to reach the mail server. */
const deliveryMs = 2 * minuteMs;

/**
 * Posts a marked enquiry through the public form, waits until the mail server has accepted its e-mail, and removes every trace.
 * The mark is the form's key, a random token that is valid once. Only a process that can write to the database can create one.
 */
export async function runCanary(deps: CanaryDeps): Promise<CanaryReport> {
  const { jobs, clock } = deps;
  const { db } = deps.database;
  const key = canaryKeyPrefix + randomBytes(32).toString("base64url");
  const token_hash = hash("sha256", key);
  const startedMs = clock.monotonicMs();
  const token = { token_hash, expires_at: clock.now() + tokenLifeMs };
  await db.insertInto("canary_tokens").values(token).execute();
  let problem: string | undefined;
  try {
    problem = (await submitCanary(deps, key)) ?? (await followMail(deps, key));
  } catch {
    problem = "baza danych nie odpowiedziała";
  } finally {
    await db.deleteFrom("enquiries").where("key", "=", key).execute();
    await db.deleteFrom("canary_tokens").where("token_hash", "=", token_hash).execute();
  }
  const report: CanaryReport = problem
    ? { ok: false, problem }
    : { ok: true, tookMs: Math.round(clock.monotonicMs() - startedMs) };
  await jobs.record(canaryJob, report);
  return report;
}

async function submitCanary({ serviceUrl, fetch }: CanaryDeps, key: string): Promise<string | undefined> {
  try {
    const response = await fetch(new URL("/kontakt", serviceUrl), {
      method: "POST",
      body: new URLSearchParams({
        name: "Test formularza",
        phone: "600000000",
        message: "Automatyczny test: czy zapytania docierają?",
        [keyField]: key,
      }),
      redirect: "manual",
      signal: AbortSignal.timeout(15 * secondMs),
    });
    await response.body?.cancel();
    // The redirect to the thank-you page.
    return response.status === 303 ? undefined : `formularz odpowiedział kodem ${response.status}`;
  } catch {
    return "formularz nie odpowiada pod publicznym adresem strony";
  }
}

async function followMail({ database: { db }, clock }: CanaryDeps, key: string): Promise<string | undefined> {
  const deadlineMs = clock.monotonicMs() + deliveryMs;
  for (;;) {
    const stored = await db
      .selectFrom("enquiries")
      .leftJoin("outbox", "outbox.reference", "enquiries.reference")
      .select(["enquiries.status", "outbox.status as mail"])
      .where("enquiries.key", "=", key)
      .executeTakeFirst();
    if (stored?.status !== "canary") return "formularz zapisuje do innej bazy niż ta";
    if (stored.mail === "sent") return undefined;
    if (stored.mail === "dead") return "serwer poczty odrzucił e-mail";
    if (clock.monotonicMs() > deadlineMs) return "serwer poczty nie przyjął e-maila na czas";
    await sleep(secondMs);
  }
}

/** Returns whether this is a valid token of a canary, and uses it up. */
export async function consumeCanaryToken({ db }: Database, token: string, now: number): Promise<boolean> {
  const taken = await db
    .deleteFrom("canary_tokens")
    .where("token_hash", "=", hash("sha256", token))
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return taken.numDeletedRows > 0n;
}
