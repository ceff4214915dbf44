import { describe, expect, it } from "vitest";
import { mayKeepOffline } from "./service-worker-registration.ts";

describe("mayKeepOffline", () => {
  it("keeps pages on any connection, also on one that browsers say nothing about", () => {
    expect(mayKeepOffline(undefined)).toBe(true);
    expect(mayKeepOffline({ effectiveType: "2g" })).toBe(true);
  });

  it("keeps nothing where the visitor saves data", () => {
    expect(mayKeepOffline({ saveData: true })).toBe(false);
  });
});
