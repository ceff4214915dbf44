import { expect, test } from "vitest";
import { routeAt, routes } from "./routes.ts";

test("B1.1 the table holds the six pages by path and name", () => {
  expect(routes.map(({ path, name }) => [path, name])).toEqual([
    ["/", "index"],
    ["/oferta", "oferta"],
    ["/galeria", "galeria"],
    ["/osiagniecia", "osiagniecia"],
    ["/kontakt", "kontakt"],
    ["/dziekujemy", "dziekujemy"],
  ]);
});

test("B1.4 a path has to be written exactly as in the table", () => {
  expect(routeAt("/oferta")?.name).toBe("oferta");
  expect(routeAt("/Oferta")).toBeUndefined();
  expect(routeAt("/oferta/")).toBeUndefined();
  expect(routeAt("")).toBeUndefined();
});
