import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { migrations } from "./migrate.ts";

/** A changed migration would leave old databases different from new ones. To change the tables, add a migration. */
const frozen: Record<keyof typeof migrations, string> = {
  "0001-initial": "6abdfc96fde622878818c7fed2994ffe9c3574cc513ecfef4ea10b96c7f7c1d4",
  "0002-lost-phone": "110e28a2b7f64e9fcb7b1c4c8c40225aa696482412cb4b2c81d0eb894c98bb4c",
};

test.each(Object.entries(frozen))("%s is what it was when it was published", (name, hash) => {
  const code = readFileSync(join(import.meta.dirname, "migrations", `${name}.ts`));
  expect(createHash("sha256").update(code).digest("hex")).toBe(hash);
});

test("every migration is frozen", () => {
  expect(Object.keys(frozen)).toEqual(Object.keys(migrations));
});
