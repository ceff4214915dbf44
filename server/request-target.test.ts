import { expect, test } from "vitest";
import { parseRequestTarget } from "./http-env.ts";

test.each([
  ["/", "/", ""],
  ["/oferta", "/oferta", ""],
  ["/oferta?a=1&b=%zz", "/oferta", "?a=1&b=%zz"],
  ["/oferta?", "/oferta", "?"],
  ["//evil.example", "//evil.example", ""],
  ["/%C5%82%C3%B3d%C5%BA", "/%C5%82%C3%B3d%C5%BA", ""],
  ["/..hidden/a..b", "/..hidden/a..b", ""],
  ["/../oferta", "/../oferta", ""],
  ["/%2e%2e/oferta", "/%2e%2e/oferta", ""],
  ["http://example.com/oferta?a=1", "/oferta", "?a=1"],
  ["http://example.com", "/", ""],
])("%s is path %s and query %s", (raw, path, search) => {
  expect(parseRequestTarget(raw)).toEqual({ path, search });
});
