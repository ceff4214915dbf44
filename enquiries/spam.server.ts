import { secondMs } from "./clock.ts";
import type { Enquiry } from "./form.ts";

/** What a form sends besides the enquiry. */
type Traces = { honeypot?: string | undefined; elapsedMs?: number | undefined };

const shortestFillingMs = 3 * secondMs;
const linkPattern =
  /\b(?:https?:\/\/|www\.)\S+|\b[\w-]+\.(?:com|net|org|info|biz|ru|cn|top|xyz|shop|online|site|link|click)\b\S*/gi;
const markupPattern = /<a\s|\[url|\[link/i;

/** The reason given to genuine enquiries that arrive during a flood. */
export const floodReason = "bardzo dużo zapytań w ciągu godziny";

/**
 * Why an enquiry looks like spam, in words for the trainer; empty if it does not. Two links in the message are fine: people
 * send their profile or their gym.
 */
export function spamReasons(enquiry: Enquiry, { honeypot, elapsedMs }: Traces): string[] {
  const links = linksIn(enquiry.message);
  const shortFields = [enquiry.name, enquiry.preferredTime ?? ""].join(" ");
  const rules: [boolean, string][] = [
    [Boolean(honeypot), "wypełnione pole, którego ludzie nie widzą"],
    [elapsedMs !== undefined && elapsedMs < shortestFillingMs, "formularz wysłany w mniej niż 3 sekundy"],
    [links > 2, `odnośniki w wiadomości: ${links}`],
    [linksIn(shortFields) > 0, "odnośnik w imieniu albo terminie"],
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
