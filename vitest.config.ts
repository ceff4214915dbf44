import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** What replaces parts of the browser or whole modules for all of its file. */
const alone = ["{app,panel/browser}/**/*.test.{ts,tsx}", "publishing/give-way.test.ts"];

export default defineConfig({
  test: {
    // Many tests wait, for a process or a time to pass.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // A busy machine is slow, which is no failure.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      { extends: true, test: { name: "alone", include: alone } },
      {
        extends: true,
        test: {
          name: "together",
          include: [
            "{accounts,content-model,deploy,docs,enquiries,packaging,panel,publishing,server,tools}/**/*.test.ts",
          ],
          exclude: alone,
          // Files of one process share what they import: a process for each of them took half of all the time.
          isolate: false,
        },
      },
    ],
  },
});
