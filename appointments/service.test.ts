import { afterEach, beforeEach, expect, test } from "vitest";
import { createEnquiryService, type EnquiryService } from "../enquiries/service.server.ts";
import type { Submission } from "../enquiries/submit.server.ts";
import { createTestClock, createTestLog, makeTemporaryFolder, site } from "../enquiries/testing/fixtures.ts";
import { type MailServer, startMailServer } from "../enquiries/testing/mail-server.ts";
import { type Appointments, createAppointmentRoom } from "./appointments.server.ts";
import { hashToken } from "./emails.server.ts";
import { monday, pattern, thursday, tuesday, wednesday } from "./testing/room.ts";

let folder: ReturnType<typeof makeTemporaryFolder>;
let mailServer: MailServer;
let enquiries: EnquiryService;
let appointments: Appointments;
let clock: ReturnType<typeof createTestClock>;

beforeEach(async () => {
  folder = makeTemporaryFolder();
  mailServer = await startMailServer();
  clock = createTestClock(monday);
  const room = createAppointmentRoom({
    siteUrl: "https://studio.example",
    pattern: () => pattern,
    readBusy: async () => [],
    clock,
    limits: "on",
    log: createTestLog(),
  });
  enquiries = await createEnquiryService({
    dataDir: folder.path,
    settings: () => ({
      smtpUrl: mailServer.url,
      mailFrom: "Strona <strona@studio.example>",
      mailTo: "trener@studio.example",
      alertWebhookUrl: undefined,
      enquiryRetentionDays: 365,
      morningHour: 7,
    }),
    siteUrl: "https://studio.example",
    canary: false,
    site: () => ({ ...site, booking: pattern, place: "ul. Krótka 2, Wólka" }),
    limits: "off",
    freeDiskBytes: async () => 1e9,
    isClockSteady: async () => true,
    fetchAlert: fetch,
    booking: room.forEnquiries,
    log: createTestLog(),
    clock,
  });
  appointments = room.open(enquiries.database, () => enquiries.onQueued());
  enquiries.start();
});

afterEach(async () => {
  await enquiries.stop(5_000);
  await mailServer.stop();
  folder.remove();
});

const submission = (slot: string, changes: Partial<Submission> = {}): Submission => ({
  values: { name: "Żaneta", email: "zaneta@poczta.example", message: "Wracam po przerwie.", slot },
  clientAddress: "192.0.2.7",
  ...changes,
});
const mailsTo = (address: string) => mailServer.received.filter(({ to }) => to === address);
const toVisitor = () => mailsTo("zaneta@poczta.example");
/** The calendar in an e-mail, as it is and with its folded lines joined. */
function calendarIn({ mail }: MailServer["received"][number]) {
  const content = mail.attachments.find(({ contentType }) =>
    contentType.startsWith("text/calendar"),
  )?.content;
  const raw = content?.toString("utf8") ?? "";
  const lines = raw.replaceAll("\r\n ", "").split("\r\n");
  const value = (name: string) => lines.find((line) => line.startsWith(name))?.slice(name.length + 1);
  return { raw, lines, value };
}
const linkIn = (text = "") => /https:\/\/studio\.example\/termin\/([\w-]{43})/.exec(text)?.[1] ?? "";

test("C4.1 two moves and a cancellation keep one UID, SEQUENCE goes from 0 to 3, CANCEL comes last", async () => {
  expect(await enquiries.submit(submission(tuesday))).toMatchObject({
    kind: "accepted",
    date: { start: "2026-12-01T17:30", state: "booked" },
  });
  await expect.poll(() => toVisitor().length).toBe(1);
  const token = linkIn(toVisitor()[0]?.mail.text);
  for (const wish of [{ slot: wednesday }, { slot: "2026-12-08-1730-talk" }, {}]) {
    expect(await appointments.changeByVisitor(token, wish)).toBe("done");
  }
  await expect.poll(() => mailServer.received.length, { timeout: 10_000 }).toBe(8);
  for (const address of ["zaneta@poczta.example", "trener@studio.example"]) {
    const calendars = mailsTo(address).map(calendarIn);
    expect(calendars.map(({ value }) => value("SEQUENCE"))).toEqual(["0", "1", "2", "3"]);
    expect(calendars.map(({ value }) => value("METHOD"))).toEqual([
      "REQUEST",
      "REQUEST",
      "REQUEST",
      "CANCEL",
    ]);
    expect(calendars.at(-1)?.value("STATUS")).toBe("CANCELLED");
    expect(new Set(calendars.map(({ value }) => value("UID"))).size).toBe(1);
    expect(calendars[0]?.value("DTSTART")).toBe("20261201T163000Z");
    expect(calendars[0]?.value("DTEND")).toBe("20261201T170000Z");
    expect(calendars[1]?.value("DTSTART")).toBe("20261202T163000Z");
  }
  expect((await appointments.free()).map(({ id }) => id)).toEqual(
    expect.arrayContaining([tuesday, wednesday, "2026-12-08-1730-talk"]),
  );
});

test("C4.1 an invitation has CRLF only and no line over 75 octets, and nothing that was typed goes to the visitor", async () => {
  const name = "Ż".repeat(90);
  await enquiries.submit({ ...submission(tuesday), values: { ...submission(tuesday).values, name } });
  await expect.poll(() => mailServer.received.length).toBe(2);
  for (const received of mailServer.received) {
    const { raw } = calendarIn(received);
    expect(raw).toContain("BEGIN:VEVENT");
    expect(raw.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    for (const line of raw.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  }
  expect(toVisitor()[0]?.raw).not.toContain("Wracam");
  expect(toVisitor()[0]?.mail.text).not.toContain("ŻŻŻ");
});

test("C4.2 the link's secret is nowhere in the database, only its hash", async () => {
  await enquiries.submit(submission(tuesday));
  await expect.poll(() => toVisitor().length).toBe(1);
  const token = linkIn(toVisitor()[0]?.mail.text);
  const { db } = enquiries.database;
  expect(await db.selectFrom("appointment_tokens").select("token_hash").execute()).toEqual([
    { token_hash: hashToken(token) },
  ]);
  for (const table of ["appointments", "outbox", "enquiries"] as const)
    expect(JSON.stringify(await db.selectFrom(table).selectAll().execute())).not.toContain(token);
  expect(await appointments.view(token)).toMatchObject({ start: "2026-12-01T17:30", isOpen: true });
  expect(await appointments.view(`${token.slice(0, -1)}_`)).toBeUndefined();
});

test("C3.3 a wish is not confirmed: the e-mail says so and has no invitation until the trainer taps", async () => {
  expect(await enquiries.submit(submission(thursday))).toMatchObject({ date: { state: "wish" } });
  await expect.poll(() => mailServer.received.length).toBe(2);
  expect(toVisitor()[0]?.mail.text).toContain("Potwierdzę");
  for (const received of mailServer.received) expect(calendarIn(received).raw).toBe("");
  expect(mailsTo("trener@studio.example")[0]?.mail.text).toContain("przez dobę");
});

test("C3.2 a date that is taken is answered with the three nearest", async () => {
  await enquiries.submit(submission(tuesday));
  const other = submission(tuesday, { key: "another-key" });
  const result = await enquiries.submit({
    ...other,
    values: { ...other.values, email: "ola@poczta.example" },
  });
  expect(result).toMatchObject({
    kind: "taken",
    slots: [
      { id: wednesday, start: "2026-12-02T17:30:00+01:00", minutes: 30, kind: "talk" },
      { id: "2026-12-08-1730-talk" },
      { id: "2026-12-09-1730-talk" },
    ],
  });
});

test("C4.2 the same enquiry sent again has its date already", async () => {
  const first = await enquiries.submit(submission(tuesday));
  expect(await enquiries.submit(submission(tuesday))).toEqual(first);
});

test("C4.3 the reminder says when and how not to come, and does not invite again", async () => {
  await enquiries.submit(submission(wednesday));
  await expect.poll(() => toVisitor().length).toBe(1);
  clock.advance(Date.parse("2026-12-01T18:00:01+01:00") - clock.now());
  await expect.poll(() => toVisitor().length, { timeout: 20_000 }).toBe(2);
  const reminder = toVisitor()[1];
  expect(reminder?.mail.text).toMatch(/Nie mogę: https:\/\/studio\.example\/termin\//);
  expect(reminder?.mail.text?.replaceAll("\u00a0", " ")).toContain("śr. 2 grudnia, 17:30");
  expect(reminder && calendarIn(reminder).raw).toBe("");
}, 30_000);
