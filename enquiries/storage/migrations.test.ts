import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { migrations } from "./database.server.ts";

/** A changed migration would leave old databases different from new ones. To change the tables, add a migration. */
const frozen: Record<keyof typeof migrations, string> = {
  "0001-initial": "a7bcf429a33e255f510279195f4f215b172d7b6311b57265fa1ec88b32b6f119",
  "0002-handling": "11223b1eedb7a82ea25db6589549449c9f725abeccea3afacd3e7dfa1fcb3bb4",
  "0003-reminder-emails": "61b1029ef0912d4149a9a205926cd89c8bcbbf44e2f1bdd655e9f3fdcb09b80b",
  "0004-appointments": "bf3bd08086fcb7ee37b8135d36c6f18f14851da4f22e1a01b9e8be431987fe12",
  "0005-next-step": "36973fe2f175b54a31325e18efa9930fa9de55f69caca7b71afe7ac105c54218",
  "0006-answers": "7276c20823d1cc81e506d57e35affbcbc60946a78e09804de2c338f3e7e3b7e0",
  "0007-visits": "9f9a7898e03c5513d9cdeee743189083e27d559d1c8157d91ce41c5c81d0d096",
  "0008-opinions": "0520a1cdf04c6142b33bd0eb2a2414209876662323e8a34863f26d3d15f3f780",
};

test.each(Object.entries(frozen))("%s is what it was when it was published", (name, hash) => {
  const code = readFileSync(join(import.meta.dirname, "migrations", `${name}.server.ts`));
  expect(createHash("sha256").update(code).digest("hex")).toBe(hash);
});

test.each(Object.keys(frozen))("%s does nothing that another file may change", (name) => {
  const code = readFileSync(join(import.meta.dirname, "migrations", `${name}.server.ts`), "utf8");
  const imports = code.matchAll(/^import (?!type).*from "(\..*)";$/gm);
  expect([...imports].map(([, from]) => from)).toEqual([]);
});

test("every migration is frozen", () => {
  expect(Object.keys(frozen)).toEqual(Object.keys(migrations));
});
