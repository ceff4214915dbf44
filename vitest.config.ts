import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: [
      "{accounts,app,content-model,deploy,docs,enquiries,packaging,panel,publishing,server,tools}/**/*.test.{ts,tsx}",
    ],
    // The default leaves one core to nobody.
    maxWorkers: "100%",
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // A busy machine is slow, which is no failure.
    expect: { poll: { timeout: 10_000 } },
  },
});
