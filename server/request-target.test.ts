import { describe, expect, test } from "vitest";
import { parseRequestTarget } from "./http-env.ts";

describe("request target", () => {
  test.each([
    ["/", "/", ""],
    ["/oferta", "/oferta", ""],
    ["/oferta?a=1&b=%zz", "/oferta", "?a=1&b=%zz"],
    ["/oferta?", "/oferta", "?"],
    ["//evil.example", "//evil.example", ""],
    ["/%C5%82%C3%B3d%C5%BA", "/%C5%82%C3%B3d%C5%BA", ""],
    ["/..hidden/a..b", "/..hidden/a..b", ""],
    ["http://example.com/oferta?a=1", "/oferta", "?a=1"],
    ["http://example.com", "/", ""],
  ])("%s is path %s and query %s", (raw, path, search) => {
    expect(parseRequestTarget(raw)).toEqual({ path, search });
  });

  test.each([
    "*",
    "oferta",
    "/%",
    "/%zz",
    "/%E0%A4%A",
    "/a%00b",
    "/?a=%00",
    "/a\x00b",
    "/a b",
    "/a\x7f",
    "/ł",
    "/?a=\x80",
    "/%0d%0aSet-Cookie:a=b",
    "/..",
    "/../etc/passwd",
    "/a/../../etc/passwd",
    "/..%2f..%2fetc%2fpasswd",
    "/%2e%2e/etc/passwd",
    "/a/%2e",
    "/./oferta",
    "/..\\windows",
    "/..%5cwindows",
    "/oferta#top",
  ])("%j is a bad request", (raw) => {
    expect(parseRequestTarget(raw)).toMatchObject({ path: "", search: "", badAddress: { statusCode: 400 } });
  });

  test("an address over 4 KiB is too long", () => {
    const statusOf = (raw: string) => parseRequestTarget(raw).badAddress?.statusCode;
    expect(statusOf(`/${"a".repeat(4095)}`)).toBeUndefined();
    expect(statusOf(`/${"a".repeat(4096)}`)).toBe(414);
    expect(statusOf(`/?${"a".repeat(8192)}`)).toBe(414);
  });
});
