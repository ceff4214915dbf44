import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { lowerPriority } from "./fork-program.ts";

vi.mock(import("node:os"), async (original) => ({
  ...(await original()),
  setPriority: () => {
    throw new Error("EPERM");
  },
}));

test.runIf(process.platform === "linux")(
  "a process is ended before the server when memory runs out, also where it may not be slowed down",
  () => {
    const child = spawn(process.execPath, ["--eval", "process.stdin.resume()"]);
    try {
      lowerPriority(child.pid);
      expect(readFileSync(`/proc/${child.pid}/oom_score_adj`, "utf8")).toBe("1000\n");
    } finally {
      child.kill();
    }
  },
);
