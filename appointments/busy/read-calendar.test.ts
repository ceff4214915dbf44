import ICAL from "ical.js";
import { describe, expect, test } from "vitest";
import { calendarOf } from "../invitation.ts";
import { busyIntervals } from "./read-calendar.ts";

// As in the child process.
process.env.TZ = "Europe/Warsaw";

const range = {
  from: Date.parse("2026-10-19T00:00Z"),
  until: Date.parse("2026-11-16T00:00Z"),
  mailHost: "studio.example",
};
const calendar = (...events: string[]) =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Test//PL",
    ...events.map((event) => `BEGIN:VEVENT\nDTSTAMP:20261001T000000Z\n${event}\nEND:VEVENT`),
    "END:VCALENDAR",
  ]
    .join("\n")
    .replaceAll("\n", "\r\n");
const startsOf = (...events: string[]) =>
  busyIntervals(calendar(...events), range)
    .map(({ startsAt }) => new Date(startsAt).toISOString().slice(0, 16))
    .sort();

test("C4.5 a weekly event keeps its hour over the change of the clock, without what is excluded and with what was moved", () => {
  const weekly =
    "UID:1\nDTSTART;TZID=Europe/Warsaw:20261020T170000\nDTEND;TZID=Europe/Warsaw:20261020T180000\nRRULE:FREQ=WEEKLY;COUNT=4\nEXDATE;TZID=Europe/Warsaw:20261027T170000";
  const moved =
    "UID:1\nRECURRENCE-ID;TZID=Europe/Warsaw:20261103T170000\nDTSTART;TZID=Europe/Warsaw:20261104T090000\nDTEND;TZID=Europe/Warsaw:20261104T100000";
  expect(startsOf(weekly, moved)).toEqual(["2026-10-20T15:00", "2026-11-04T08:00", "2026-11-10T16:00"]);
});

test.each(["", ";VALUE=DATE-TIME"])(
  "C4.5 so does one without a time zone%s, which is meant in Poland",
  (parameter) => {
    const at = (day: string) => `${parameter}:${day}T170000`;
    const weekly = `UID:1\nDTSTART${at("20261013")}\nDTEND:20261013T180000\nRRULE:FREQ=WEEKLY;UNTIL=20261110T170000\nEXDATE${at("20261027")},20261110T170000`;
    const moved = `UID:1\nRECURRENCE-ID${at("20261103")}\nDTSTART:20261104T090000\nDTEND:20261104T100000`;
    expect(startsOf(weekly, moved)).toEqual(["2026-10-20T15:00", "2026-11-04T08:00"]);
    expect(startsOf(weekly.replace(/EXDATE.*/, ""))).toEqual([
      "2026-10-20T15:00",
      "2026-10-27T16:00",
      "2026-11-03T16:00",
      "2026-11-10T16:00",
    ]);
  },
);

test.each(["/citadel.org/20250101_1/Europe/Warsaw", "/example.org/America/Argentina/Buenos_Aires"])(
  "C4.5 the time zone %s is known by its end",
  (zone) => {
    const weekly = `UID:1\nDTSTART;TZID=${zone}:20261020T170000\nDTEND;TZID=${zone}:20261020T180000\nRRULE:FREQ=WEEKLY;COUNT=2`;
    const hours = zone.endsWith("Warsaw") ? ["15:00", "16:00"] : ["20:00", "20:00"];
    expect(startsOf(weekly)).toEqual([`2026-10-20T${hours[0]}`, `2026-10-27T${hours[1]}`]);
  },
);

test.each([
  "(UTC+01:00) Sarajewo, Skopie, Warszawa, Zagrzeb",
  "(GMT+01:00) Sarajewo, Skopie, Warszawa, Zagrzeb",
  "Środkowoeuropejski czas stand.",
])("C4.5 Outlook's time zone „%s” keeps its hour over the change of the clock", (zone) => {
  const quoted = zone.includes(",") ? `"${zone}"` : zone;
  // Outlook folds so long a line.
  const at = (day: string) => `;TZID=${quoted.slice(0, 30)}\n ${quoted.slice(30)}:${day}T170000`;
  const weekly = `UID:1\nDTSTART${at("20261020")}\nDTEND${at("20261020").replace("17", "18")}\nRRULE:FREQ=WEEKLY;COUNT=3\nEXDATE${at("20261103")}`;
  expect(startsOf(weekly)).toEqual(["2026-10-20T15:00", "2026-10-27T16:00"]);
});

test.each(["tzone://Microsoft/Utc", '"tzone://Microsoft/Utc"'])(
  "C4.5 Exchange's %s is UTC, not Poland",
  (zone) => {
    const invitation = `UID:1\nDTSTART;TZID=${zone}:20261020T150000\nDTEND;TZID=${zone}:20261020T160000`;
    expect(startsOf(invitation)).toEqual(["2026-10-20T15:00"]);
  },
);

test.each(["Warszawa", "(GMT+01.00) Sarajevo / Skopje / Warsaw / Zagreb"])(
  "C4.5 in the zone %s, which no program knows by its name, an event keeps its hour, without what is excluded and with what was moved",
  (zone) => {
    const at = (day: string, hour = 17) => `;TZID="${zone}":${day}T${hour}0000`;
    const weekly = `UID:1\nDTSTART${at("20261013")}\nDTEND${at("20261013", 18)}\nRRULE:FREQ=WEEKLY;COUNT=5\nEXDATE${at("20261027")}`;
    const moved = `UID:1\nRECURRENCE-ID${at("20261103")}\nDTSTART${at("20261104", 10)}\nDTEND${at("20261104", 11)}`;
    expect(startsOf(weekly, moved)).toEqual(["2026-10-20T15:00", "2026-11-04T09:00", "2026-11-10T16:00"]);
  },
);

test.each([
  ["(UTC) Coordinated Universal Time", "15:00"],
  ["(UTC) Greenwich Mean Time: Dublin, Edinburgh, Lisbon, London", "14:00"],
  ["Canberra, Melbourne, Sydney", "04:00"],
  ["UTC-11", "02:00"],
  // Its rules are in the calendar: New York's.
  ["Customized Time Zone", "19:00"],
])("C4.5 Outlook's zone %s is not Poland", (zone, hour) => {
  const rules = ["STANDARD", "DAYLIGHT"].map(
    (kind, at) =>
      `BEGIN:${kind}\nDTSTART:16010101T020000\nTZOFFSETFROM:-0${4 + at}00\nTZOFFSETTO:-0${5 - at}00\nEND:${kind}`,
  );
  const own = `BEGIN:VTIMEZONE\nTZID:Customized Time Zone\n${rules.join("\n")}\nEND:VTIMEZONE\nBEGIN:VEVENT`;
  const event = `UID:1\nDTSTART;TZID="${zone}":20261020T150000\nDTEND;TZID="${zone}":20261020T160000`;
  const [read] = busyIntervals(calendar(event).replace("BEGIN:VEVENT", own), range);
  expect(new Date(read?.startsAt ?? 0).toISOString()).toMatch(`T${hour}`);
});

test("C4.5 a whole day moved by itself takes one day", () => {
  const moved = "UID:1\nRECURRENCE-ID;VALUE=DATE:20261028\nDTSTART;VALUE=DATE:20261029";
  for (const end of ["", "\nDTEND;VALUE=DATE:20261030", "\nDURATION:P1D"])
    for (const { endsAt } of busyIntervals(calendar(moved + end), range))
      expect(new Date(endsAt)).toEqual(new Date(2026, 9, 30));
});

test.each(["P2D", "P1W"])(
  "C4.5 whole days that last %s end with a day, also when the clock goes back",
  (duration) => {
    const [days] = busyIntervals(
      calendar(`UID:14\nDTSTART;VALUE=DATE:20261024\nDURATION:${duration}`),
      range,
    );
    expect(new Date(days?.endsAt ?? 0)).toEqual(new Date(2026, 9, duration === "P2D" ? 26 : 31));
  },
);

describe("C4.5 the dates that a calendar adds to an event by RDATE take their time", () => {
  const once = "UID:17\nDTSTART:20261020T150000Z\nDTEND:20261020T160000Z";
  const added = (rdate: string) =>
    busyIntervals(calendar(`${once}\n${rdate}`), range).map(({ startsAt, endsAt }) => [
      new Date(startsAt).toISOString().slice(5, 16),
      (endsAt - startsAt) / 60_000,
    ]);

  test.each([
    ["RDATE:20261028T120000Z", ["10-28T12:00", 60]],
    ["RDATE:20261028T120000", ["10-28T11:00", 60]],
    ["RDATE;TZID=Europe/Warsaw:20261028T120000", ["10-28T11:00", 60]],
    ['RDATE;TZID="(UTC+01:00) Sarajewo, Skopie, Warszawa, Zagrzeb":20261028T120000', ["10-28T11:00", 60]],
    ["RDATE;VALUE=PERIOD:20261028T120000Z/20261028T123000Z", ["10-28T12:00", 30]],
    ["RDATE;VALUE=PERIOD:20261028T120000/PT2H", ["10-28T11:00", 120]],
    ["RDATE;TZID=America/New_York;VALUE=PERIOD:20261028T120000/PT2H", ["10-28T16:00", 120]],
  ])("C4.5 %s", (rdate, expected) => {
    expect(added(rdate)).toEqual([["10-20T15:00", 60], expected]);
  });

  test("C4.5 several in a line, also in a folded one, and in several lines", () => {
    const lines = "RDATE:20261028T120000Z,20261029T12\n 0000Z\nRDATE;TZID=Europe/Warsaw:20261105T120000";
    expect(added(lines).map(([start]) => start)).toEqual([
      "10-20T15:00",
      "10-28T12:00",
      "10-29T12:00",
      "11-05T11:00",
    ]);
  });

  test("C4.5 beside a rule, and not when they are excluded, moved or free", () => {
    const weekly = `${once}\nRRULE:FREQ=WEEKLY;COUNT=2\nRDATE:20261028T120000Z,20261029T120000Z,20261030T120000Z\nEXDATE:20261029T120000Z`;
    const moved = "UID:17\nRECURRENCE-ID:20261030T120000Z\nDTSTART:20261031T090000Z\nDTEND:20261031T100000Z";
    const expected = ["2026-10-20T15:00", "2026-10-27T15:00", "2026-10-28T12:00", "2026-10-31T09:00"];
    expect(startsOf(weekly, moved)).toEqual(expected);
    expect(startsOf(weekly.replace(/RRULE.*\n/, ""), moved)).toEqual(expected.toSpliced(1, 1));
    expect(startsOf(`${weekly}\nTRANSP:TRANSPARENT`)).toEqual([]);
  });

  test("C4.5 whole days, also when the clock goes back", () => {
    const days = "UID:18\nDTSTART;VALUE=DATE:20261020\nDTEND;VALUE=DATE:20261022";
    const rdate = "RDATE;VALUE=DATE:20261024,20261028,20261101\nEXDATE;VALUE=DATE:20261101";
    expect(busyIntervals(calendar(`${days}\n${rdate}`), range)).toEqual(
      [20, 24, 28].map((day) => ({
        startsAt: new Date(2026, 9, day).getTime(),
        endsAt: new Date(2026, 9, day + 2).getTime(),
      })),
    );
  });

  test("C4.5 without harm from what is no date", () => {
    expect(added("RDATE:\nRDATE:tomorrow")).toHaveLength(1);
  });
});

test("C4.5 single dates of a series whose rule the calendar does not have take their time, each of them", () => {
  const date = (day: string) =>
    `UID:13\nRECURRENCE-ID:${day}T120000Z\nDTSTART:${day}T120000Z\nDTEND:${day}T130000Z`;
  expect([
    ...new Set(startsOf(date("20261028"), date("20261104"), `${date("20261105")}\nSTATUS:CANCELLED`)),
  ]).toEqual(["2026-10-28T12:00", "2026-11-04T12:00"]);
});

test("C4.5 dates of a series that have nothing but its UID take their time, each of them, except our own", () => {
  const date = (day: string, uid: string) => `UID:${uid}\nDTSTART:${day}T120000Z\nDTEND:${day}T130000Z`;
  const days = ["20261028", "20261104"];
  expect(startsOf(...days.map((day) => date(day, "14")))).toEqual(["2026-10-28T12:00", "2026-11-04T12:00"]);
  expect(startsOf(...days.map((day) => date(day, "14@studio.example")))).toEqual([]);
});

test("C4.5 of the versions of one event, which differ in SEQUENCE, only the newest takes its time", () => {
  const version = (sequence: number, day: string) =>
    `UID:15\nSEQUENCE:${sequence}\nDTSTART:${day}T120000Z\nDTEND:${day}T130000Z\nBEGIN:VALARM\nUID:${day}\nEND:VALARM`;
  const [old, moved] = [version(0, "20261028"), version(1, "20261104")];
  expect(startsOf(old, moved)).toEqual(["2026-11-04T12:00"]);
  expect(startsOf(moved, old)).toEqual(["2026-11-04T12:00"]);
  expect(startsOf(old, `${moved}\nSTATUS:CANCELLED`)).toEqual([]);
  expect(startsOf(`${old}\nRRULE:FREQ=DAILY;COUNT=3`, moved)).toEqual(["2026-11-04T12:00"]);
  // Dates written one by one, of which one was moved, or two were, one of them twice.
  expect(startsOf(old, version(0, "20261029"), moved)).toHaveLength(3);
  expect(startsOf(old, version(0, "20261029"), moved, version(2, "20261105"))).toHaveLength(4);
  // A moved date is no version, whatever its SEQUENCE.
  const series = `${version(1, "20261104")}\nRRULE:FREQ=WEEKLY;COUNT=2`;
  expect(startsOf(old, series, `${version(1, "20261112")}\nRECURRENCE-ID:20261111T120000Z`)).toEqual([
    "2026-11-04T12:00",
    "2026-11-12T12:00",
  ]);
  // Neither are series.
  expect(
    startsOf(`${old}\nRRULE:FREQ=DAILY;COUNT=2`, `${version(0, "20261104")}\nRDATE:20261106T120000Z`),
  ).toHaveLength(4);
  // Without a SEQUENCE it is 0.
  expect(startsOf(old.replace("SEQUENCE:0\n", ""), version(0, "20261029"))).toHaveLength(2);
});

test("C4.5 an all-day event takes the whole day in Poland, a Windows zone is understood", () => {
  const allDay = "UID:2\nDTSTART;VALUE=DATE:20261028\nDTEND;VALUE=DATE:20261029";
  const [day] = busyIntervals(calendar(allDay), range);
  expect(day).toEqual({
    startsAt: Date.parse("2026-10-28T00:00+01:00"),
    endsAt: Date.parse("2026-10-29T00:00+01:00"),
  });
  const windows =
    'UID:3\nDTSTART;TZID="Central European Standard Time":20261028T120000\nDTEND;TZID="Central European Standard Time":20261028T130000';
  expect(startsOf(windows)).toEqual(["2026-10-28T11:00"]);
});

test("C4.5 what is free, cancelled, long ago or ours takes no time", () => {
  const at = "DTSTART:20261028T120000Z\nDTEND:20261028T130000Z";
  expect(
    startsOf(
      `UID:4\n${at}\nTRANSP:TRANSPARENT`,
      `UID:5\n${at}\nSTATUS:CANCELLED`,
      `UID:6\n${at}\nX-MICROSOFT-CDO-BUSYSTATUS:FREE`,
      `UID:7@studio.example\n${at}`,
      "UID:8\nDTSTART:20250101T120000Z\nDTEND:20250101T130000Z",
    ),
  ).toEqual([]);
  expect(startsOf(`UID:9\n${at}`)).toEqual(["2026-10-28T12:00"]);
});

test("C4.5 an event of each second, what is no calendar and what is half of one are refused", () => {
  const each = "UID:10\nDTSTART:20261020T120000Z\nDTEND:20261020T120001Z\nRRULE:FREQ=SECONDLY";
  expect(() => busyIntervals(calendar(each), range)).toThrow("too many events");
  expect(() => busyIntervals("<html>", range)).toThrow("not a whole calendar");
  const once = "UID:11\nDTSTART:20261020T120000Z\nDTEND:20261020T130000Z";
  const whole = calendar(once, once.replace("11", "12"));
  expect(busyIntervals(whole, range)).toHaveLength(2);
  const half = whole.slice(0, whole.indexOf("UID:12"));
  expect(() => busyIntervals(half, range)).toThrow("not a whole calendar");
});

test("C4.5 all calendars of a file count, and each has to be whole", () => {
  const one = (id: number) =>
    calendar(`UID:${id}\nDTSTART:202610${id}T120000Z\nDTEND:202610${id}T130000Z`).replace(
      "\r\n",
      "\r\nMETHOD:PUBLISH\r\n",
    );
  const file = [20, 21, 22].map(one).join("\r\n");
  expect(busyIntervals(file, range)).toHaveLength(3);
  expect(() => busyIntervals(file.slice(0, file.indexOf("UID:22")), range)).toThrow("not a whole calendar");
});

test("C4.5 series with one UID in several calendars of a file all take their time", () => {
  const daily = (day: number) =>
    calendar(`UID:16\nDTSTART:202610${day}T120000Z\nDTEND:202610${day}T130000Z\nRRULE:FREQ=DAILY;COUNT=2`);
  expect(busyIntervals([20, 25].map(daily).join("\r\n"), range)).toHaveLength(4);
});

test("C4.5 a calendar with an event that never ends is refused at once, however many there are", () => {
  const date = (day: number) => `UID:${day}\nDTSTART:202610${day}T120000Z\nDTEND:202610${day}T130000Z`;
  const two = calendar(date(20), date(21));
  expect(() => busyIntervals(two.replace("END:VEVENT\r\n", ""), range)).toThrow("not a whole calendar");
  const many = two.replace("END:VEVENT", "BEGIN:VEVENT\r\n".repeat(60_000)).replace("END:VEVENT", "");
  const start = performance.now();
  expect(() => busyIntervals(many, range)).toThrow("not a whole calendar");
  expect(performance.now() - start).toBeLessThan(5_000);
});

test("C4.5 a list of busy times is not read as a calendar with nothing in it", () => {
  const list = calendar("UID:13\nFREEBUSY:20261020T120000Z/20261020T130000Z").replaceAll(
    "VEVENT",
    "VFREEBUSY",
  );
  expect(() => busyIntervals(list, range)).toThrow("busy times");
});

test("C4.1 two other programs read our invitation as it is meant", () => {
  const summary = "Bezpłatna rozmowa: Żółć, „Gęśl”; jaźń".repeat(4);
  const text = calendarOf(
    [
      {
        uid: "1@elsewhere.example",
        sequence: 3,
        status: "CONFIRMED",
        startsAt: Date.parse("2026-10-28T16:30Z"),
        endsAt: Date.parse("2026-10-28T17:00Z"),
        stampedAt: range.from,
        summary,
        location: "ul. Krótka 2, Wólka",
        organizer: { name: 'Studio "Ruch"', address: "strona@studio.example" },
        attendee: { name: "", address: "ala@poczta.example" },
      },
    ],
    "REQUEST",
  );
  expect(busyIntervals(text, range)).toEqual([
    { startsAt: Date.parse("2026-10-28T16:30Z"), endsAt: Date.parse("2026-10-28T17:00Z") },
  ]);
  const root = new ICAL.Component(ICAL.parse(text));
  const event = new ICAL.Event(root.getFirstSubcomponent("vevent") ?? undefined);
  expect(root.getFirstPropertyValue("method")).toBe("REQUEST");
  expect(event).toMatchObject({
    uid: "1@elsewhere.example",
    sequence: 3,
    summary,
    location: "ul. Krótka 2, Wólka",
  });
  expect(event.startDate.toJSDate().toISOString()).toBe("2026-10-28T16:30:00.000Z");
  expect(event.organizer).toBe("mailto:strona@studio.example");
});
