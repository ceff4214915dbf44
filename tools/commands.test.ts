import { existsSync, readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";

test.each(["tools", "tools/testing"])(
  "every file in %s is a command of package.json, and every folder belongs to one",
  async (folder) => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
      scripts: Record<string, string>;
    };
    const commands = Object.values(scripts).join("\n");
    const entries = await readdir(folder, { withFileTypes: true });
    const strays = entries.filter((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.name.endsWith(".test.ts") || path === "tools/testing") return false;
      return entry.isDirectory() ? !existsSync(`${path}.ts`) : !commands.includes(` ${path}`);
    });
    expect(strays.map(({ name }) => name)).toEqual([]);
  },
);
