import ICAL from "ical.js";
import nodeIcal, { type VEvent } from "node-ical";
import { afterEach, beforeEach, expect, test } from "vitest";
import { dayMs, hourMs, minuteMs } from "../enquiries/clock.ts";
import { createEnquiryService, type EnquiryService } from "../enquiries/service.server.ts";
import { openDatabase } from "../enquiries/storage/database.server.ts";
import type { Submission } from "../enquiries/submit.server.ts";
import { createTestClock, createTestLog, makeTemporaryFolder, site } from "../enquiries/testing/fixtures.ts";
import { type MailServer, startMailServer } from "../enquiries/testing/mail-server.ts";
import { type Appointments, createAppointments } from "./appointments.server.ts";
import { hashToken } from "./emails.server.ts";
import { monday, pattern, thursday, tuesday, wednesday } from "./testing/open-appointments.ts";

let folder: ReturnType<typeof makeTemporaryFolder>;
let mailServer: MailServer;
let enquiries: EnquiryService;
let appointments: Appointments;
let clock: ReturnType<typeof createTestClock>;

let sendsMail: boolean;
/** The enquiries whose visitors have moved or cancelled a date. */
let changed: string[];

beforeEach(async () => {
  sendsMail = true;
  changed = [];
  folder = makeTemporaryFolder();
  mailServer = await startMailServer();
  clock = createTestClock(monday);
  const database = await openDatabase({ dataDir: folder.path, log: createTestLog() });
  appointments = createAppointments({
    database,
    siteUrl: "https://studio.example",
    pattern: () => pattern,
    readBusy: async () => [],
    clock,
    limits: "on",
    sendsMail: () => sendsMail,
    onQueued: () => enquiries.onQueued(),
    onVisitorChange: (reference) => changed.push(reference),
    log: createTestLog(),
  });
  enquiries = createEnquiryService({
    database,
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
    serviceUrl: "https://studio.example",
    canary: false,
    site: () => ({ ...site, booking: pattern, place: "ul. Krótka 2, Wólka" }),
    limits: "off",
    freeDiskBytes: async () => 1e9,
    isClockSteady: async () => true,
    fetchAlert: fetch,
    otherProblems: async () => [],
    panelUrl: undefined,
    onEvent: () => {},
    booking: appointments.forEnquiries,
    log: createTestLog(),
    clock,
  });
  await enquiries.start();
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
/** What RFC 5546 asks of an invitation and mail programs look at, in the e-mail and as two programs read it (docs/client.md). */
function expectInvitation(received: MailServer["received"][number], address: string): void {
  const { raw } = calendarIn(received);
  const method = /^METHOD:(REQUEST|CANCEL)\r$/m.exec(raw)?.[1] ?? "none";
  // Gmail and Outlook show an alternative of the text, not an attached file, and compare its method.
  expect(received.raw.replace(/\r\n\s+/g, " ")).toMatch(
    new RegExp(`Content-Type: text/calendar; charset=utf-8; method=${method}\r\n`, "i"),
  );
  const root = new ICAL.Component(ICAL.parse(raw));
  const events = root.getAllSubcomponents("vevent");
  expect(root.getAllSubcomponents()).toHaveLength(1);
  const [event] = events as [ICAL.Component];
  const value = (name: string) => String(event.getFirstPropertyValue(name));
  for (const name of ["uid", "sequence", "status", "dtstamp", "dtstart", "dtend", "summary", "organizer"])
    expect(event.getAllProperties(name), name).toHaveLength(1);
  expect(value("status")).toBe(method === "CANCEL" ? "CANCELLED" : "CONFIRMED");
  for (const name of ["dtstamp", "dtstart", "dtend"]) expect(value(name)).toMatch(/Z$/);
  // Whoever sends is the organizer, whoever gets it the one who is invited, and no answer is asked for.
  expect(value("organizer")).toBe("mailto:strona@studio.example");
  expect(received.mail.from?.value[0]?.address).toBe("strona@studio.example");
  const [attendee, ...others] = event.getAllProperties("attendee");
  expect(others).toEqual([]);
  expect(attendee?.getFirstValue()).toBe(`mailto:${address}`);
  expect(attendee?.getParameter("rsvp")).toBe("FALSE");
  expect(attendee?.getParameter("partstat")).toBe("ACCEPTED");
  const [read] = Object.values(nodeIcal.sync.parseICS(raw)).filter((one) => one?.type === "VEVENT");
  expect(read).toMatchObject({
    uid: value("uid"),
    sequence: Number(value("sequence")),
    status: value("status"),
  });
  expect((read as VEvent).start.toISOString()).toBe(
    (event.getFirstPropertyValue("dtstart") as ICAL.Time).toJSDate().toISOString(),
  );
}
const linkIn = (text = "") => /https:\/\/studio\.example\/termin\/([\w-]{43})/.exec(text)?.[1] ?? "";

test("C4.1 two moves and a cancellation keep one UID, SEQUENCE goes from 0 to 3, CANCEL comes last", async () => {
  expect(await enquiries.submit(submission(tuesday))).toMatchObject({
    kind: "accepted",
    date: { start: "2026-12-01T17:30", state: "booked", byEmail: true },
  });
  await expect.poll(() => toVisitor().length).toBe(1);
  const token = linkIn(toVisitor()[0]?.mail.text);
  for (const wish of [{ slot: wednesday }, { slot: "2026-12-08-1730-talk" }, {}]) {
    expect(await appointments.changeByVisitor(token, wish)).toBe("done");
  }
  await expect.poll(() => mailServer.received.length).toBe(8);
  for (const address of ["zaneta@poczta.example", "trener@studio.example"]) {
    for (const received of mailsTo(address)) expectInvitation(received, address);
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
  // Each sees the other: the visitor the site, the trainer the initials and the number.
  const shown = ["zaneta@poczta.example", "trener@studio.example"].map((to) =>
    mailsTo(to).map((received) => calendarIn(received).value("SUMMARY")),
  );
  expect(shown[0]).toEqual(Array(4).fill("bezpłatna rozmowa: Studio Ruch"));
  expect(new Set(shown[1])).toEqual(new Set([expect.stringMatching(/^bezpłatna rozmowa Ż [\w-]{9}$/)]));
  expect((await appointments.free()).map(({ id }) => id)).toEqual(
    expect.arrayContaining([tuesday, wednesday, "2026-12-08-1730-talk"]),
  );
});

test("C4.1 the trainer's calendar shows the letters of initials only, whatever stands before them", async () => {
  const names = ['Anna "Ania" Nowak', "Ewa (mama Zosi)", "Anna-Maria O'Hara"];
  for (const [index, name] of names.entries()) {
    const submitted = submission([tuesday, wednesday][index % 2] ?? "");
    const values = { ...submitted.values, name, email: `${index}@poczta.example` };
    await enquiries.submit({ ...submitted, values, key: `key-${index}` });
    await expect.poll(() => mailsTo(`${index}@poczta.example`).length).toBe(1);
    await appointments.changeByVisitor(linkIn(mailsTo(`${index}@poczta.example`)[0]?.mail.text), {});
  }
  await expect.poll(() => mailsTo("trener@studio.example").length).toBe(2 * names.length);
  const shown = mailsTo("trener@studio.example").map((received) => calendarIn(received).value("SUMMARY"));
  const initials = new Set(shown.map((summary) => summary?.split(" ")[2]));
  expect(initials).toEqual(new Set(["AAN", "EMZ", "AMO"]));
});

test("C4.1 C4.4 a number in place of a name gives the trainer's calendar no digits of it", async () => {
  const values = { name: "600 100 200", phone: "600 100 200", message: "Proszę o telefon.", slot: tuesday };
  await enquiries.submit(submission(tuesday, { values }));
  await expect.poll(() => mailsTo("trener@studio.example").length).toBe(1);
  const [received] = mailsTo("trener@studio.example");
  expect(received && calendarIn(received).value("SUMMARY")).toMatch(/^bezpłatna rozmowa \w{4}-\w{4}$/);
});

test("C4.1 the e-mail about a cancelled date leads to the other dates, no longer to the cancelled one", async () => {
  await enquiries.submit(submission(tuesday));
  await expect.poll(() => toVisitor().length).toBe(1);
  await appointments.changeByVisitor(linkIn(toVisitor()[0]?.mail.text), {});
  await expect.poll(() => toVisitor().length).toBe(2);
  const text = toVisitor()[1]?.mail.text ?? "";
  expect(text).toContain("Wybierz inny termin: https://studio.example/kontakt?terminy#formularz");
  expect(linkIn(text)).toBe("");
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

test("C3.3 without a mail server nobody is promised an e-mail", async () => {
  sendsMail = false;
  expect(await enquiries.submit(submission(tuesday))).toMatchObject({
    date: { state: "booked", byEmail: false },
  });
});

test("C3.3 a message that is sent again after its date tells no date", async () => {
  const sent = submission(tuesday, { key: "key-of-the-form" });
  expect(await enquiries.submit(sent)).toMatchObject({ date: { state: "booked" } });
  clock.set(Date.parse("2026-12-01T18:30+01:00"));
  const again = await enquiries.submit(sent);
  expect(again).toMatchObject({ kind: "accepted" });
  expect(again).not.toHaveProperty("date.start");
});

test("C3.3 nobody is promised an e-mail of a date that is only asked for", async () => {
  await enquiries.submit(submission(tuesday));
  const values = { ...submission(thursday).values, message: "I jeszcze trening." };
  expect(await enquiries.submit(submission(thursday, { values }))).toMatchObject({
    date: { state: "asked", byEmail: false },
  });
});

test("C3.3 a wish is not confirmed: the e-mail says so and has no invitation until the trainer taps", async () => {
  expect(await enquiries.submit(submission(thursday))).toMatchObject({ date: { state: "wish" } });
  await expect.poll(() => mailServer.received.length).toBe(2);
  expect(toVisitor()[0]?.mail.text).toContain("Potwierdzę");
  for (const received of mailServer.received) expect(calendarIn(received).raw).toBe("");
  const told = () => mailsTo("trener@studio.example").map(({ mail }) => mail.text);
  expect(told()[0]).toContain("przez dobę");
  // What is still being sent would not be sent again.
  const { db } = enquiries.database;
  const waiting = db.selectFrom("outbox").select("id").where("status", "=", "waiting");
  await expect.poll(async () => (await waiting.execute()).length).toBe(0);
  // An e-mail that is sent when the wish has lost its place promises none.
  clock.advance(25 * hourMs);
  await appointments.forEnquiries.runPeriodicTasks();
  const [row] = await db.selectFrom("enquiries").select("reference").execute();
  await enquiries.inbox.resend(row?.reference ?? "");
  await expect.poll(() => told().length).toBe(2);
  expect(told()[1]).toContain("Nie zajmuje miejsca");
});

test("C4.2 the link of a wish says that another date has been agreed since, and cancels nothing", async () => {
  const result = await enquiries.submit(submission(thursday));
  const reference = "reference" in result ? result.reference : "";
  await expect.poll(() => toVisitor().length).toBe(1);
  const token = linkIn(toVisitor()[0]?.mail.text);
  expect(await appointments.view(token)).toMatchObject({ state: "wish", isOpen: true });
  clock.advance(1000);
  const date = { reference, kind: "training", local: "2026-12-04T10:00", minutes: 60 } as const;
  expect(await appointments.calendar.arrange(date)).toMatchObject({ outcome: "done" });
  expect(await appointments.view(token)).toMatchObject({ state: "settled", isOpen: false, slots: [] });
  expect(await appointments.changeByVisitor(token, {})).toBe("unchanged");
  expect(await appointments.view(token)).toMatchObject({ state: "settled" });
});

test("C1.1 C4.2 a meeting of the past that is noted settles no request for a date to come", async () => {
  const result = await enquiries.submit(submission(thursday));
  const reference = "reference" in result ? result.reference : "";
  await expect.poll(() => toVisitor().length).toBe(1);
  const token = linkIn(toVisitor()[0]?.mail.text);
  clock.advance(1000);
  const past = { reference, kind: "training", local: "2026-11-26T10:00", minutes: 60 } as const;
  expect(await appointments.calendar.arrange(past)).toMatchObject({ outcome: "done" });
  clock.advance(60_000);
  expect(await appointments.view(token)).toMatchObject({ state: "wish", isOpen: true });
  const { steps } = await enquiries.inbox.today();
  expect(steps).toMatchObject([{ reference, wish: { state: "wish" } }]);
  expect((await appointments.free()).map(({ id }) => id)).not.toContain(thursday);
});

test("C4.1 a wish that is declined is cancelled in calendars only if it has been in them", async () => {
  await enquiries.submit(submission(thursday));
  await expect.poll(() => toVisitor().length).toBe(1);
  const [row] = await enquiries.database.db.selectFrom("appointments").select("id").execute();
  const { accept, cancel, undo } = appointments.calendar;
  expect(await cancel(row?.id ?? "", "2026-12-03T18:00")).toBe("done");
  expect(await undo(row?.id ?? "")).toBe("done");
  expect(await accept(row?.id ?? "", "2026-12-03T18:00")).toBe("done");
  clock.advance(11_000);
  await expect.poll(() => toVisitor().length).toBe(2);
  const token = linkIn(toVisitor()[0]?.mail.text);
  await appointments.changeByVisitor(token, { slot: "2026-12-10-1800-training" });
  // A screen from before the move shows the other date.
  expect(await cancel(row?.id ?? "", "2026-12-03T18:00")).toBe("changed");
  await cancel(row?.id ?? "", "2026-12-10T18:00");
  clock.advance(11_000);
  await expect.poll(() => toVisitor().length).toBe(4);
  const told = toVisitor().map((received) => calendarIn(received).value("METHOD"));
  expect(told).toEqual([undefined, "REQUEST", "REQUEST", "CANCEL"]);
  // Nothing had been agreed, so nothing is called moved or cancelled.
  expect(toVisitor()[3]?.mail.subject).toContain("termin nie pasuje: czw.");
  const subjects = () => mailsTo("trener@studio.example").map(({ mail }) => mail.subject);
  await expect.poll(subjects).toContainEqual(expect.stringMatching(/^Prośba o inny termin: Żaneta, czw\./));

  const other = submission(wednesday, { clientAddress: "192.0.2.8" });
  await enquiries.submit({
    ...other,
    values: { ...other.values, email: "ala@poczta.example", slot: thursday },
  });
  const rows = await enquiries.database.db.selectFrom("appointments").selectAll().execute();
  const wish = rows.find(({ state }) => state === "wish");
  await cancel(wish?.id ?? "", wish?.local_start ?? "");
  clock.advance(11_000);
  await expect.poll(() => mailsTo("ala@poczta.example").length).toBe(2);
  for (const received of mailsTo("ala@poczta.example")) expect(calendarIn(received).raw).toBe("");

  // Nor what its visitor moved and took back before it was accepted.
  await enquiries.submit({
    ...other,
    values: { ...other.values, email: "ewa@poczta.example", slot: thursday },
  });
  await expect.poll(() => mailsTo("ewa@poczta.example").length).toBe(1);
  const link = linkIn(mailsTo("ewa@poczta.example")[0]?.mail.text);
  for (const wish of [{ slot: "2026-12-10-1800-training" }, {}])
    expect(await appointments.changeByVisitor(link, wish)).toBe("done");
  await expect.poll(() => mailsTo("ewa@poczta.example").length).toBe(3);
  for (const received of mailsTo("ewa@poczta.example")) expect(calendarIn(received).raw).toBe("");
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

test("B10.5 a date that its visitor has cancelled is not thanked for", async () => {
  const result = await enquiries.submit(submission(tuesday));
  const reference = "reference" in result ? result.reference : "";
  expect(await appointments.dateOf(reference)).toMatchObject({ state: "booked" });
  await expect.poll(() => toVisitor().length).toBe(1);
  expect(changed).toEqual([]);
  expect(await appointments.changeByVisitor(linkIn(toVisitor()[0]?.mail.text), {})).toBe("done");
  expect(await appointments.changeByVisitor(linkIn(toVisitor()[0]?.mail.text), {})).toBe("unchanged");
  expect(changed, "told the trainer once").toEqual([reference]);
  expect(await appointments.dateOf(reference)).toBeUndefined();
});

test("B10.5 a day later the reference, which is no secret, tells nobody the date", async () => {
  const result = await enquiries.submit(submission(tuesday, { key: "key-of-the-form" }));
  const reference = "reference" in result ? result.reference : "";
  clock.advance(dayMs - 1000);
  expect(await appointments.dateOf(reference)).toMatchObject({ state: "booked" });
  clock.advance(1000);
  expect(await appointments.dateOf(reference)).toBeUndefined();
  // Whoever has the key of the form is told it by every repeat, which no e-mail may do.
  expect(await enquiries.submit(submission(tuesday, { key: "key-of-the-form" }))).toEqual(result);
});

test("B10.3 a date that was cancelled can be asked for again in the same words", async () => {
  const again = () => enquiries.submit(submission(tuesday));
  const first = await again();
  await expect.poll(() => toVisitor().length).toBe(1);
  await appointments.changeByVisitor(linkIn(toVisitor()[0]?.mail.text), {});
  const second = await again();
  expect(second).toMatchObject({ kind: "accepted", date: { state: "booked" } });
  expect(second).not.toMatchObject({ reference: "reference" in first && first.reference });
  expect(await again()).toEqual(second);
});

test("C4.3 the reminder says when and how not to come, and does not invite again", async () => {
  await enquiries.submit(submission(wednesday));
  await expect.poll(() => toVisitor().length).toBe(1);
  clock.advance(Date.parse("2026-12-01T18:00:01+01:00") - clock.now());
  await expect.poll(() => toVisitor().length).toBe(2);
  const reminder = toVisitor()[1];
  expect(reminder?.mail.text).toMatch(/Nie mogę \(zmień albo odwołaj\): https:\/\/studio\.example\/termin\//);
  expect(reminder?.mail.text?.replaceAll("\u00a0", " ")).toContain("śr. 2 grudnia, 17:30");
  expect(reminder && calendarIn(reminder).raw).toBe("");
});

test("C4.3 somebody with a date at six in the morning, twelve hours after 18:00, is reminded, too", async () => {
  const six = { effect: "added", day: "2026-12-02", time: "06:00", kind: "talk", minutes: 30 } as const;
  await appointments.calendar.addException(six);
  await enquiries.submit(submission("2026-12-02-0600-talk"));
  await expect.poll(() => toVisitor().length).toBe(1);
  // The program looks every five seconds, and sending takes a moment.
  clock.advance(Date.parse("2026-12-01T18:00:04+01:00") - clock.now());
  await expect.poll(() => toVisitor().length, { timeout: 10_000 }).toBe(2);
  expect(toVisitor()[1]?.mail.subject).toContain("jutro, śr.");
});

test("C4.3 a reminder that is late, because the server was down the evening before, says that it is today", async () => {
  await enquiries.submit(submission(wednesday));
  await expect.poll(() => toVisitor().length).toBe(1);
  clock.advance(Date.parse("2026-12-02T01:00+01:00") - clock.now());
  await expect.poll(() => toVisitor().length).toBe(2);
  expect(toVisitor()[1]?.mail.subject).toContain("dzisiaj, śr.");
  expect(toVisitor()[1]?.mail.text).not.toContain("jutr");
});

test("C3.5 C4.4 C4.6 over a change of the clock the invitation and the feed say the same instant, and an erased person is in neither", async () => {
  clock.advance(Date.parse("2027-03-27T09:00Z") - clock.now());
  await appointments.calendar.addException({
    effect: "added",
    day: "2027-03-28",
    time: "17:00",
    kind: "talk",
    minutes: 30,
  });
  await enquiries.submit(submission("2027-03-28-1700-talk"));
  await expect.poll(() => toVisitor().length).toBe(1);
  const [received] = toVisitor();
  expect(received?.mail.text?.replaceAll("\u00a0", " ")).toContain("niedz. 28 marca, 17:00");
  expect(received && calendarIn(received).value("DTSTART")).toBe("20270328T150000Z");
  const token = /kalendarz\/(.+)\.ics/.exec(await appointments.calendar.makeFeed())?.[1] ?? "";
  expect(await appointments.calendar.feed(token)).toContain("DTSTART:20270328T150000Z");
  await enquiries.inbox.erase({ email: "zaneta@poczta.example" }, { related: false });
  expect(await appointments.calendar.feed(token)).not.toContain("BEGIN:VEVENT");
});

test("C4.4 the feed holds a date that was agreed for a day far ahead", async () => {
  const { reference = "" } = (await enquiries.submit(submission(""))) as { reference?: string };
  const date = { reference, kind: "talk", local: "2027-06-10T10:00", minutes: 30 } as const;
  expect(await appointments.calendar.arrange(date)).toMatchObject({ outcome: "done" });
  const token = /kalendarz\/(.+)\.ics/.exec(await appointments.calendar.makeFeed())?.[1] ?? "";
  expect(await appointments.calendar.feed(token)).toContain("DTSTART:20270610T080000Z");
});

test("C3.6 C4.1 nobody is invited to a date that passed while no mail went out", async () => {
  mailServer.state.mood = "not now";
  await enquiries.submit(submission(tuesday));
  const { db } = enquiries.database;
  const waiting = () => db.selectFrom("outbox").selectAll().where("status", "=", "waiting").execute();
  const attempts = async () => (await waiting()).map((message) => message.attempts);
  await expect.poll(attempts).toEqual([1, 1]);
  clock.advance(2 * dayMs);
  mailServer.state.mood = "accept";
  const waitingLater = () => {
    clock.advance(minuteMs);
    return waiting();
  };
  await expect.poll(waitingLater).toEqual([]);
  expect(toVisitor().map((received) => calendarIn(received).raw)).toEqual([""]);
  expect(toVisitor()[0]?.mail.subject).not.toContain("termin");
  expect(mailsTo("trener@studio.example")).toHaveLength(1);
});

test("C3.6 C4.1 „Wyślij do mnie jeszcze raz” leaves alone what can still be taken back", async () => {
  await enquiries.submit(submission(tuesday));
  const { db } = enquiries.database;
  const unsent = () => db.selectFrom("outbox").selectAll().where("status", "!=", "sent").execute();
  await expect.poll(unsent).toEqual([]);
  const [row] = await db.selectFrom("appointments").selectAll().execute();
  await appointments.calendar.cancel(row?.id ?? "", row?.local_start ?? "");
  expect(await enquiries.inbox.resend(row?.reference ?? "")).toBe(1);
  expect(await appointments.calendar.undo(row?.id ?? "")).toBe("done");
  await appointments.calendar.cancel(row?.id ?? "", row?.local_start ?? "");
  expect(await enquiries.inbox.resend(row?.reference ?? "")).toBe(1);
  const methods = () =>
    mailsTo("trener@studio.example").map((received) => calendarIn(received).value("METHOD"));
  expect(methods()).toEqual(["REQUEST"]);
  // As late as can be: what has been sent cannot be taken back.
  clock.advance(10_000);
  await expect.poll(methods).toEqual(["REQUEST", "CANCEL"]);
  expect(await appointments.calendar.undo(row?.id ?? "")).toBe("unchanged");
});

test("C4.1 while the mail server is down people book and cancel: each hears once, in order, and nobody is invited to what was cancelled", async () => {
  const person = (name: string, slot: string) =>
    enquiries.submit({
      ...submission(slot),
      values: { ...submission(slot).values, name, email: `${name}@poczta.example` },
    });
  const told = (name: string) =>
    mailsTo(`${name}@poczta.example`).map((received) => {
      const { value } = calendarIn(received);
      return `${value("METHOD")} ${value("SEQUENCE")}`;
    });
  const waiting = () =>
    enquiries.database.db.selectFrom("outbox").selectAll().where("status", "=", "waiting").execute();
  await person("ala", tuesday);
  await expect.poll(() => told("ala").length).toBe(1);
  await expect.poll(waiting).toEqual([]);

  mailServer.state.mood = "hang up at once";
  await appointments.changeByVisitor(linkIn(mailsTo("ala@poczta.example")[0]?.mail.text), {});
  await person("ola", wednesday);
  await person("ewa", tuesday);
  await expect.poll(async () => (await waiting()).some(({ attempts }) => attempts > 0)).toBe(true);
  // The trainer cancels what could not be confirmed for more than a minute.
  clock.advance(61_000);
  const ola = (await enquiries.inbox.exportAll()).find(({ name }) => name === "ola");
  const [hers] = ola?.appointments ?? [];
  expect(await appointments.calendar.cancel(hers?.id ?? "", hers?.start ?? "")).toBe("done");
  await person("iza", "2026-12-08-1730-talk");

  mailServer.state.mood = "accept";
  clock.advance(hourMs);
  // The attempt that has just failed may pause the outbox only now, for a time that passes on this clock alone.
  const waitingLater = () => {
    clock.advance(minuteMs);
    return waiting();
  };
  await expect.poll(waitingLater).toEqual([]);
  expect(["ala", "ola", "ewa", "iza"].map(told)).toEqual([
    ["REQUEST 0", "CANCEL 1"],
    ["CANCEL 1"],
    ["REQUEST 0"],
    ["REQUEST 0"],
  ]);
  const toTrainer = mailsTo("trener@studio.example").map(({ mail }) => mail.subject ?? "");
  const about = (name: string) => toTrainer.filter((subject) => subject.includes(name));
  expect(["ala", "ola", "ewa", "iza"].map((name) => about(name).length)).toEqual([2, 2, 1, 1]);
  for (const name of ["ala", "ola"])
    expect(about(name)[1], "the news comes after what it is about").toMatch(/^Termin odwołany/);
  const ids = mailServer.received.map(({ mail }) => mail.messageId);
  expect(new Set(ids).size).toBe(ids.length);
});
