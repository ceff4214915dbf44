import { describe, expect, it } from "vitest";
import { mayKeepOffline } from "./service-worker-registration.ts";

describe("mayKeepOffline", () => {
  it("caches pages on any connection, known or unknown", () => {
    expect(mayKeepOffline(undefined)).toBe(true);
    expect(mayKeepOffline({ effectiveType: "2g" })).toBe(true);
  });

  it("caches nothing in data-saver mode", () => {
    expect(mayKeepOffline({ saveData: true })).toBe(false);
  });
});
