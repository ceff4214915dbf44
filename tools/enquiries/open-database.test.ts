import { execFile } from "node:child_process";
import { expect, test } from "vitest";

test.each(["tools/enquiries.ts", "tools/canary.ts"])(
  "%s says in Polish that the database cannot be opened",
  async (script) => {
    // A file where a folder should be.
    const env = { ...process.env, DATA_DIR: "package.json", DATABASE_URL: "" };
    const { status, error } = await new Promise<{ status: number | null; error: string }>((resolve) => {
      const child = execFile(process.execPath, [script, "stats"], { env }, (_error, _output, error) =>
        resolve({ status: child.exitCode, error }),
      );
    });
    expect(status).toBe(1);
    expect(error).toBe("Nie można otworzyć bazy danych w folderze package.json (DATA_DIR).\n");
  },
);
