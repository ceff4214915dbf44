import { expect, test } from "vitest";
import { prefillOf, typedOver, withPrefill } from "./form-draft.ts";

const slot = { goal: "Trening personalny", message: "Proszę o termin: wtorek, godz. 17:00." };

test("only values that differ from the prefilled ones count as typed", () => {
  expect(typedOver(slot, { name: "", ...slot })).toEqual({ name: "" });
  expect(typedOver(slot, { ...slot, name: "Ala", goal: "Dieta" })).toMatchObject({
    name: "Ala",
    goal: "Dieta",
  });
  expect(typedOver({}, { name: "Ala" })).toEqual({ name: "Ala" });
});

test("a link chooses a service and changes nothing else", () => {
  expect(withPrefill({ name: "Ala", goal: "Inne" }, { goal: "Dieta" })).toEqual({
    name: "Ala",
    goal: "Dieta",
  });
});

test.each([
  ["", slot.message],
  ["Wracam po kontuzji.", `${slot.message}\n\nWracam po kontuzji.`],
  [`${slot.message} Mogę też w czwartek.`, `${slot.message} Mogę też w czwartek.`],
])("an open slot is asked for once, above the message %j", (message, expected) => {
  expect(withPrefill({ message }, slot)).toEqual({ goal: slot.goal, message: expected });
});

test.each(["?cel=dieta", "?cel=dieta&fbclid=1", "?z=ulotka&cel=dieta"])(
  "B10.6 a link chooses a service whatever else is in its query: %s",
  (search) => {
    expect(prefillOf(search, { "?cel=dieta": { goal: "Dieta" } })).toEqual({ goal: "Dieta" });
  },
);
