import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ServicePrice } from "./service-price.tsx";

const price = { amount: 150, unit: "za trening" };

test("a price that is to come is told with its day", () => {
  const later = { from: "2027-01-01", amount: 170 };
  const text = renderToStaticMarkup(<ServicePrice price={{ ...price, later }} />).replace(/<[^>]*>/g, "");
  expect(text.replaceAll("\u00a0", " ")).toBe("150 zł za trening, od 1 stycznia 2027: 170 zł");
});

test("a price without one, and one on request, stand alone", () => {
  expect(renderToStaticMarkup(<ServicePrice price={price} />)).not.toContain("od");
  expect(renderToStaticMarkup(<ServicePrice price={{ onRequest: true }} />)).toContain("wycena po rozmowie");
});
