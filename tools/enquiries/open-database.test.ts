import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

test.each(["tools/enquiries.ts", "tools/canary.ts"])(
  "%s says in Polish that the database cannot be opened",
  (script) => {
    // A file where a folder should be.
    const env = { ...process.env, DATA_DIR: "package.json", DATABASE_URL: "" };
    const { status, stderr } = spawnSync(process.execPath, [script, "stats"], { env, encoding: "utf8" });
    expect(status).toBe(1);
    expect(stderr).toBe("Nie można otworzyć bazy danych w folderze package.json (DATA_DIR).\n");
  },
);
