import { expect, test } from "vitest";
import { relyingPartyOf } from "./passkeys.ts";

test.each([
  ["https://www.studio.example", { id: "studio.example", origin: "https://www.studio.example" }],
  ["https://studio.example", { id: "studio.example", origin: "https://studio.example" }],
  [
    "https://sub.studio.example:8443",
    { id: "sub.studio.example", origin: "https://sub.studio.example:8443" },
  ],
  ["http://localhost:3000", { id: "localhost", origin: "http://localhost:3000" }],
  ["http://studio.example", { noPasskeys: "needs-https" }],
  ["https://192.0.2.1", { noPasskeys: "needs-host-name" }],
  ["http://127.0.0.1:3000", { noPasskeys: "needs-host-name" }],
  ["http://[::1]:3000", { noPasskeys: "needs-host-name" }],
])("P2.7 passkeys on %s", (siteUrl, expected) => {
  expect(relyingPartyOf(siteUrl)).toMatchObject({ noPasskeys: null, ...expected });
});
