import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { dayMs, secondMs } from "./clock.ts";
import type { Enquiry } from "./form.ts";
import { enqueue } from "./mail/queue.server.ts";
import type { Db, Transaction } from "./storage/tables.server.ts";

/** What a form sends besides the enquiry, as evidence of spam. */
export type SpamSignals = { honeypot?: string | null | undefined; elapsedMs?: number | null | undefined };

const minFillingMs = 3 * secondMs;
/** An e-mail address is no link: people say where to answer. */
const linkPattern =
  /\b(?:https?:\/\/|www\.)\S+|(?<![@\w.+-])(?:[\w-]+\.)+(?:com|net|org|info|biz|ru|cn|top|xyz|shop|online|site|link|click)\b(?![\w.+-]*@)\S*/gi;
const markupPattern = /<a\s|\[url|\[link/i;

/** The reason given to genuine enquiries that arrive during a flood. */
export const floodReason = "bardzo dużo zapytań w ciągu godziny";

/**
 * Why an enquiry looks like spam, in words for the trainer; empty if it does not. Two links in the message are fine: people
 * send their profile or their gym.
 */
export function spamReasons(enquiry: Enquiry, { honeypot, elapsedMs }: SpamSignals): string[] {
  const links = linksIn(enquiry.message);
  const shortFields = [enquiry.name, enquiry.preferredTime ?? ""].join(" ");
  const rules: [boolean, string][] = [
    [Boolean(honeypot), "wypełnione pole, którego ludzie nie widzą"],
    [(elapsedMs ?? minFillingMs) < minFillingMs, "formularz wysłany w mniej niż 3 sekundy"],
    [links > 2, `odnośniki w wiadomości: ${links}`],
    [linksIn(shortFields) > 0, "adres strony w polu na imię albo porę kontaktu"],
    [markupPattern.test(enquiry.message), "kod odnośników w wiadomości"],
    [isRepetitive(enquiry.message), "ten sam tekst w kółko"],
  ];
  return rules.flatMap(([applies, reason]) => (applies ? [reason] : []));
}

const linksIn = (text: string) => text.match(linkPattern)?.length ?? 0;

function isRepetitive(message: string): boolean {
  if (/(.)\1{29}/u.test(message)) return true;
  const words = message.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.length >= 20 && new Set(words).size / words.length < 0.25;
}

/** The trainer has not read this enquiry, and no e-mail or digest has reported it or is about to. */
export const isUnreported = sql<boolean>`enquiries.read_at is null and not exists (
  select 1 from outbox
  where outbox.status <> 'dead' and (
    outbox.id = enquiries.digest_id
    or (outbox.kind = 'trainer' and outbox.reference = enquiries.reference)
  )
)`;

/**
 * Queues one digest if there is anything to report: enquiries in quarantine, and those whose own e-mail was given up. If a
 * digest is given up, its enquiries are reported again.
 */
export async function enqueueDigest(
  transaction: Transaction,
  options: { mailHost: string; now: number },
): Promise<void> {
  const id = randomUUID();
  const unreported = transaction.updateTable("enquiries").where("status", "!=", "canary").where(isUnreported);
  const { numUpdatedRows } = await unreported.set({ digest_id: id }).executeTakeFirst();
  if (numUpdatedRows > 0n) await enqueue(transaction, { kind: "digest", reference: null, id, ...options });
}

// Per day. With the retention it bounds what a flood can store: at most about 20 kB each, so 100 MB a day.
export const quarantineLimit = 5_000;

export async function isQuarantineFull(db: Db, now: number): Promise<boolean> {
  const { count } = await db
    .selectFrom("enquiries")
    .select(sql<number>`count(*)`.as("count"))
    .where("status", "=", "quarantined")
    .where("received_at", ">", now - dayMs)
    .executeTakeFirstOrThrow();
  return count >= quarantineLimit;
}
