import { expect, test } from "vitest";
import { typedOver, withPrefill } from "./prefill.ts";

const slot = { goal: "Trening personalny", message: "Proszę o termin: wtorek, godz. 17:00." };

test("what the document came with is not taken for typed, what was changed is", () => {
  expect(typedOver(slot, { name: "", ...slot })).toEqual({ name: "" });
  expect(typedOver(slot, { ...slot, name: "Ala", goal: "Dieta" })).toMatchObject({
    name: "Ala",
    goal: "Dieta",
  });
  expect(typedOver(undefined, { name: "Ala" })).toEqual({ name: "Ala" });
});

test("a service is chosen, and everything else stays", () => {
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
