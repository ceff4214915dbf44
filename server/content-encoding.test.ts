import { expect, test } from "vitest";
import { chooseEncoding } from "./content-encoding.ts";

const all = ["br", "gzip", "identity"] as const;

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip, deflate", "gzip"],
  ["GZIP", "gzip"],
  ["br;q=0.5, gzip;q=0.8", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["br;q=0, gzip;q=0", "identity"],
  ["identity", "identity"],
  ["identity;q=1, br;q=0.5", "identity"],
  ["*", "br"],
  ["*;q=0.5, br;q=0", "gzip"],
  ["*;q=0", "identity"],
  ["deflate", "identity"],
  [`${"a,".repeat(7000)}br`, "identity"],
  ["", "identity"],
  [undefined, "identity"],
])("Accept-Encoding %s gets %s", (accepted, chosen) => {
  expect(chooseEncoding(accepted, all)).toBe(chosen);
});

test("an encoding that is not available is not chosen", () => {
  expect(chooseEncoding("br, gzip;q=0.1", ["gzip", "identity"])).toBe("gzip");
  expect(chooseEncoding("br", ["identity"])).toBe("identity");
});
