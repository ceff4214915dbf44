import { existsSync, readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";

test("every file in tools/ is a command of package.json, and every folder belongs to one", async () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  const commands = Object.values(scripts).join("\n");
  const entries = await readdir("tools", { withFileTypes: true });
  const strays = entries.filter((entry) => {
    if (entry.name.endsWith(".test.ts")) return false;
    if (entry.isDirectory()) return !existsSync(`tools/${entry.name}.ts`);
    return !commands.includes(` tools/${entry.name}`);
  });
  expect(strays.map(({ name }) => name)).toEqual([]);
});
