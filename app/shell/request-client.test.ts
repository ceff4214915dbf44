import { expect, test } from "vitest";
import { resolveBaseUrl } from "./request-client.ts";

// e2e/request-client.spec.ts tests the client itself in a real browser against a real server.
test.each([
  [
    "the browser base address first",
    { browserBaseUrl: "https://a.example/", baseUrl: "https://b.example/" },
    "https://a.example/",
  ],
  ["else the base address", { browserBaseUrl: null, baseUrl: "https://b.example/" }, "https://b.example/"],
  ["else the local default", { browserBaseUrl: null, baseUrl: null }, "http://localhost:3000/"],
  ["the local default also for an empty configuration", {}, "http://localhost:3000/"],
])("B7.1 the base address is %s", (_, config, expected) => {
  expect(resolveBaseUrl(config)).toBe(expected);
});
