import { expect, it } from "vitest";
import { formatLaterPrice, formatPrice } from "./format-price.ts";

it.each([
  [0, "bezpłatnie"],
  [150, "150 zł"],
  [1200, "1 200 zł"],
  [100_000, "100 000 zł"],
  [149.5, "149,50 zł"],
])("shows %d with hard spaces as %s", (amount, shown) => {
  expect(formatPrice({ amount, unit: "za plan" })).toBe(shown.replaceAll(" ", "\u00a0"));
});

it("formats a price on request", () => {
  expect(formatPrice({ onRequest: true })).toBe("wycena po rozmowie");
});

it("a later price is shown with its day", () => {
  const price = { amount: 150, unit: "za spotkanie" };
  expect(formatLaterPrice({ ...price, later: { from: "2027-01-01", amount: 1170.5 } })).toBe(
    "od 1\u00a0stycznia 2027: 1\u00a0170,50\u00a0zł",
  );
  expect(formatLaterPrice(price)).toBeUndefined();
  expect(formatLaterPrice({ onRequest: true })).toBeUndefined();
});
