import { expect, test } from "vitest";
import { refusalNotice } from "./notices.ts";

test.each([
  [1, "1\u00a0minutę"],
  [60, "1\u00a0minutę"],
  [61, "2\u00a0minuty"],
  [300, "5\u00a0minut"],
  [1320, "22\u00a0minuty"],
  [3600, "60\u00a0minut"],
])("a wait of %i seconds is announced as %s", (seconds, words) => {
  expect(refusalNotice(429, { phone: "", email: "" }, seconds)).toContain(
    `Spróbuj ponownie za ${words} albo`,
  );
});
