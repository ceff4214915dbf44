import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

// Without it, Safari before 17.4 and Firefox before 128 draw nothing, and the text takes the narrow column of the missing number.
test("signs without a text for screen readers are drawn by browsers that do not know such texts", () => {
  const styles = globSync("app/**/*.css").map((file) => readFileSync(file, "utf8"));
  const silent = styles.flatMap((css) =>
    [...css.matchAll(/content: ([^;]+) \/ "";/g)].map(([, sign]) => sign),
  );
  expect(silent.length).toBeGreaterThan(0);
  const plain = styles.flatMap((css) => [...css.matchAll(/content: ([^;/]+);/g)].map(([, sign]) => sign));
  expect(silent.filter((sign) => !plain.includes(sign))).toEqual([]);
});
