import { expect, test } from "vitest";
import { contentSchemas } from "../../../content-model/content.ts";
import { fieldAt } from "../../../content-model/form-field.ts";
import { formOf } from "../../../content-model/form-of.ts";
import { parsePath } from "../../../content-model/path.ts";
import { textOf } from "./field-frame.tsx";

const hours = [{ days: ["Mo", "Tu"], opens: "6:00", closes: "21:00" }];
const entries = { services: [{ value: "dieta", label: "Plan żywieniowy" }] };

test.each([
  ["site", "openingHours", hours, "poniedziałek, wtorek, 6:00, 21:00"],
  ["kontakt", "slots.times.0.days", ["We"], "środa"],
  ["kontakt", "slots.times.0.kind", "talk", "bezpłatna pierwsza rozmowa"],
  ["kontakt", "slots.service", "dieta", "Plan żywieniowy"],
  ["site", "notice.from", "2027-01-31", "31 stycznia 2027"],
  ["site", "notice.text", "talk", "talk"],
  ["site", "notice", { text: "Urlop", from: "2027-01-31" }, "Urlop, 31 stycznia 2027"],
  ["site", "sample", false, "nie"],
  ["site", "geo.latitude", 52.5, "52,5"],
  ["site", "notice", undefined, "(puste)"],
] as const)(
  "P4.6 of two changes of %s › %s the owner reads the form's words: %j",
  (name, place, value, text) => {
    const field = fieldAt(formOf(contentSchemas[name]), parsePath(place));
    expect(field).toBeDefined();
    expect(textOf(value, field, entries)).toBe(text);
  },
);
