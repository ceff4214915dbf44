import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ServicePrice } from "./service-price.tsx";

const price = { amount: 150, unit: "za trening" };

test("a later price is shown with the day on which it begins", () => {
  const later = { from: "2027-01-01", amount: 170 };
  const text = renderToStaticMarkup(<ServicePrice price={{ ...price, later }} />).replace(/<[^>]*>/g, "");
  expect(text.replaceAll("\u00a0", " ")).toBe("150 zł za trening, od 1 stycznia 2027: 170 zł");
});

test("without a later price, and on request, only the current price is shown", () => {
  expect(renderToStaticMarkup(<ServicePrice price={price} />)).not.toContain("od");
  expect(renderToStaticMarkup(<ServicePrice price={{ onRequest: true }} />)).toContain("wycena po rozmowie");
});
