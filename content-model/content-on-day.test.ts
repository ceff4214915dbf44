import { expect, it } from "vitest";
import { contentOn, dayInWarsaw, describeDatedChanges, nextChange } from "./content-on-day.ts";
import { loadContent } from "./load.ts";
import { smallestContent, writeContentFolder } from "./testing/content-folder.ts";

const site = `${smallestContent.site}notice: { text: Urlop., from: 2027-03-20, until: 2027-03-28 }\n`;
const oferta = smallestContent.oferta.replace(
  "unit: za plan",
  "unit: za plan, later: { from: 2027-10-31, amount: 1300 }",
);
const content = loadContent(writeContentFolder({ site, oferta }));
const priceOn = (day: string) => contentOn(content, day).oferta.services[0]?.price;

it.each([
  ["2027-03-19", undefined],
  ["2027-03-20", "Urlop."],
  ["2027-03-28", "Urlop."],
  ["2027-03-29", undefined],
])("on %s the notice is %s", (day, text) => {
  expect(contentOn(content, day).site.notice?.text).toBe(text);
});

it("a later price is announced until its day and applies from then on", () => {
  const later = { from: "2027-10-31", amount: 1300 };
  expect(priceOn("2027-10-30")).toEqual({ amount: 1200, unit: "za plan", later });
  expect(priceOn("2027-10-31")).toEqual({ amount: 1300, unit: "za plan" });
});

it("changes nothing else and does not modify its input", () => {
  const before = structuredClone(content);
  expect({ ...contentOn(content, "2027-01-01").site, notice: content.site.notice }).toEqual(content.site);
  expect(content).toEqual(before);
});

it.each([
  ["2027-03-01", "2027-03-20"],
  // The day itself is not included.
  ["2027-03-20", "2027-03-29"],
  ["2027-03-28", "2027-03-29"],
  ["2027-03-29", "2027-10-31"],
  ["2027-10-31", undefined],
])("after %s the next change is on %s", (today, next) => {
  expect(nextChange(content, today)).toBe(next);
});

it.each([
  ["2027-03-19T22:59:59Z", "2027-03-19"],
  ["2027-03-19T23:00Z", "2027-03-20"],
  // In summer time.
  ["2027-03-28T22:00Z", "2027-03-29"],
  ["2027-10-30T21:59:59Z", "2027-10-30"],
])("%s is on %s in Warsaw", (now, day) => {
  expect(dayInWarsaw(new Date(now))).toBe(day);
});

it("content without dates never changes by date", () => {
  expect(nextChange(loadContent(writeContentFolder()), "2027-01-01")).toBeUndefined();
});

const withSlots = (more = "") =>
  loadContent(
    writeContentFolder({
      kontakt: `${smallestContent.kontakt}slots: { heading: Wolne, asOf: 2027-03-14, validDays: 14, service: plan, times: [{ days: [Mo], time: "7:00" }]${more} }\n`,
    }),
  );

it.each([
  ["2027-03-14", true],
  ["2027-03-28", true],
  ["2027-03-29", false],
])("on %s the slots are shown: %s", (day, shown) => {
  expect(contentOn(withSlots(), day).kontakt.slots !== undefined).toBe(shown);
});

it("B10.6 slots disappear on the day after their last one, and nothing is due after that", () => {
  expect(nextChange(withSlots(), "2027-03-14")).toBe("2027-03-29");
  expect(nextChange(withSlots(), "2027-03-29")).toBeUndefined();
});

it("sample slots never expire", () => {
  const sample = withSlots(", sample: true");
  expect(contentOn(sample, "2035-01-01").kontakt.slots).toBeDefined();
  expect(nextChange(sample, "2027-01-01")).toBeUndefined();
});

it("the history says that slots disappeared because nobody confirmed them", () => {
  expect(describeDatedChanges(withSlots(), "2027-03-28", "2027-03-29")).toEqual([
    "Wolne terminy znikają: nikt ich nie odświeżył",
  ]);
  expect(describeDatedChanges(withSlots(), "2027-03-27", "2027-03-28")).toEqual([]);
});
