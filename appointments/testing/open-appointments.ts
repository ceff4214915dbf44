import { randomBytes } from "node:crypto";
import { hourMs } from "../../enquiries/clock.ts";
import type { Pattern } from "../../enquiries/site-facts.ts";
import { createStore } from "../../enquiries/store.server.ts";
import type { Engine } from "../../enquiries/testing/engines.ts";
import { anEnquiry, createTestClock, createTestLog } from "../../enquiries/testing/fixtures.ts";
import { type AppointmentsOptions, createAppointments } from "../appointments.server.ts";
import { createBookings } from "../bookings.server.ts";

const mailHost = "studio.example";
const talk = { kind: "talk", minutes: 30 } as const;

export const pattern: Pattern = {
  times: [
    { days: ["Tu"], time: "17:30", ...talk },
    { days: ["We"], time: "17:30", ...talk },
    { days: ["Th"], time: "18:00", kind: "training", minutes: 60 },
  ],
  noticeHours: 24,
  pauseMinutes: 15,
  daysAhead: 14,
  closed: [],
};

/** Monday morning, 30 November 2026. */
export const monday = Date.parse("2026-11-30T08:00Z");
export const tuesday = "2026-12-01-1730-talk";
export const wednesday = "2026-12-02-1730-talk";
export const thursday = "2026-12-03-1800-training";

/** Appointments on a connection of their own, like another process. */
export async function openAppointments(
  engine: Engine,
  {
    clock = createTestClock(monday),
    ...changes
  }: Partial<AppointmentsOptions> & { clock?: ReturnType<typeof createTestClock> } = {},
) {
  const database = await engine.open();
  const options: AppointmentsOptions = {
    database,
    siteUrl: `https://${mailHost}`,
    pattern: () => pattern,
    readBusy: async () => [],
    clock,
    limits: "on",
    sendsMail: () => true,
    onQueued: () => {},
    onVisitorChange: () => {},
    log: createTestLog(),
    ...changes,
  };
  const appointments = createAppointments(options);
  const store = createStore({
    limits: "on",
    database,
    clock,
    randomBytes,
    mailHost,
    book: appointments.forEnquiries.book,
  });
  const { db } = database;
  let count = 0;
  return {
    database,
    db,
    clock,
    bookings: createBookings({
      ...options,
      db,
      mailHost,
      commitments: async () => ({ intervals: [], trusted: true }),
    }),
    appointments,
    /** Sends an enquiry, with a date unless it is null, each from another person unless they are told. */
    ask(
      slot: string | null,
      person: { email?: string | null; phone?: string | null } = {},
      reasons: string[] = [],
    ) {
      // No two of them at the same moment: `rows` lists them in their order.
      if (count > 0) clock.advance(1);
      count += 1;
      const email = `osoba-${count}-${randomBytes(4).toString("hex")}@poczta.example`;
      const enquiry = { ...anEnquiry, email, phone: null, message: `Wiadomość ${email}`, ...person, slot };
      return store.accept({ enquiry, key: undefined, reasons, canary: false });
    },
    rows: () => db.selectFrom("appointments").selectAll().orderBy("created_at").execute(),
    outbox: () => db.selectFrom("outbox").selectAll().orderBy("created_at").orderBy("kind").execute(),
    ids: async () => (await appointments.free()).map(({ id }) => id),
    hours: (count: number) => clock.advance(count * hourMs),
  };
}
