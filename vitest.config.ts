import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** Tests that replace browser globals or modules for their whole file. */
const alone = ["{app,panel/browser}/**/*.test.{ts,tsx}", "publishing/give-way.test.ts"];

export default defineConfig({
  test: {
    // Many tests wait for a process or a timer.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // A slow, busy machine is no failure.
    expect: { poll: { timeout: 10_000 } },
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
