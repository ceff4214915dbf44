import { existsSync, readFileSync, statfsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { defineConfig } from "vitest/config";

/** Tests that replace browser globals or modules for their whole file. */
const alone = ["{app,panel/browser}/**/*.test.{ts,tsx}"];

// The tests start hundreds of programs, which share their compiled code here.
process.env.NODE_COMPILE_CACHE ??= resolve("node_modules/.cache/compiled");

// Their many small databases and folders take less CPU time in memory, and wait for no disk. Containers often have little of it, or run
// no programs from there, which some tests do.
const memory = "/dev/shm";
if (existsSync(memory)) {
  const { bavail, bsize } = statfsSync(memory);
  const runsNothing = /^\S+ \/dev\/shm \S+ \S*\bnoexec\b/m.test(readFileSync("/proc/mounts", "utf8"));
  if (bavail * bsize > 2 ** 31 && !runsNothing) process.env.TMPDIR ??= memory;
}

export default defineConfig({
  test: {
    // Many tests wait for a process or a timer. Photographs are decoded at the lowest priority, so beside other tests that takes long.
    maxWorkers: availableParallelism() + 5,
    // A slow, busy machine is no failure.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    projects: [
      { extends: true, test: { name: "alone", include: alone } },
      {
        extends: true,
        test: {
          name: "together",
          // Not a list of rooms: the tests of a new one would be left out silently.
          include: ["*/**/*.test.ts"],
          exclude: [...alone, ".cache/**", "build/**", "data/**", "**/node_modules/**"],
          // Test files of one process share imported modules. A process for each file would double the total time.
          isolate: false,
        },
      },
    ],
  },
});
