import { expect, test } from "vitest";
import { acceptsQuery, type Route, routeAt } from "./routes.ts";

test("B1.4 a path must match the table exactly", () => {
  expect(routeAt("/oferta")?.name).toBe("oferta");
  expect(routeAt("/Oferta")).toBeUndefined();
  expect(routeAt("/oferta/")).toBeUndefined();
  expect(routeAt("")).toBeUndefined();
});

test.each([
  ["/dziekujemy", "", true],
  ["/dziekujemy", "?ref=7K3M-9QXR&utm_source=a", true],
  ["/dziekujemy", "?ref=", false],
  ["/dziekujemy", "?ref=7k3m-9qxr", false],
  ["/dziekujemy", "?ref=7K3M-9QXR&ref=x", false],
  ["/oferta", "?ref=x", true],
] as const)("B6.3 the validation of %s says of %j: %s", (path, search, expected) => {
  expect(acceptsQuery(routeAt(path) as Route, search)).toBe(expected);
});
