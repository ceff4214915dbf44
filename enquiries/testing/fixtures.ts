import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock } from "../clock.ts";
import type { Enquiry } from "../form.ts";
import type { Log } from "../log.ts";
import { enquiryEmail } from "../mail/emails.server.ts";
import type { BookingPort } from "../service.server.ts";
import type { SiteFacts } from "../site-facts.ts";

export const site: SiteFacts = {
  name: "Studio Ruch",
  phone: "600 000 001",
  email: "kontakt@studio.example",
  answerTime: "w ciągu jednego dnia roboczego",
  signature: ["Studio Ruch Jan Nowak", "ul. Krótka 2, 11-222 Wólka", "NIP 1234563218"],
  goals: ["Trening personalny", "Inne"],
};

export const anEnquiry: Enquiry = {
  name: "Zażółć Gęślą",
  phone: "+48600100200",
  email: "zazolc@poczta.example",
  goal: "Inne",
  preferredTime: "wieczorem",
  message: "Dzień dobry,\nproszę o kontakt w sprawie treningów.",
  slot: null,
};

/** For a site that offers no dates. */
export const noDates: BookingPort = {
  book: async () => {
    throw new Error("There are no dates");
  },
  compose: async (_, { kind }, { enquiry, context }) =>
    kind === "trainer" ? enquiryEmail(context, enquiry) : undefined,
  dates: { refresh: async () => {}, nearest: async () => [], of: async () => undefined },
  runPeriodicTasks: async () => {},
};

export function createTestClock(startMs = Date.UTC(2026, 10, 21, 7, 0)) {
  let wallMs = startMs;
  let monotonicMs = 1_000;
  return {
    now: () => wallMs,
    monotonicMs: () => monotonicMs,
    /** Advances all clocks. */
    advance(ms: number) {
      wallMs += ms;
      monotonicMs += ms;
    },
    /** Sets the clock. */
    set(byMs: number) {
      wallMs += byMs;
    },
  } satisfies Clock & Record<string, unknown>;
}

/** A log that collects its lines as text for assertions. */
export function createTestLog(): Log & { lines: string[] } {
  const lines: string[] = [];
  const keep = (level: string) => (fields: object, message: string) => {
    lines.push(`${level} ${message} ${JSON.stringify(fields)}`);
  };
  return { lines, info: keep("info"), warn: keep("warn"), error: keep("error") };
}

export function makeTemporaryFolder() {
  const path = mkdtempSync(join(tmpdir(), "enquiries-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
