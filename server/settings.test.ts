import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parseConfig } from "./config.ts";
import { readOwnerSettings } from "./owner-settings.ts";
import { createSettings } from "./settings.ts";

test("changes that arrive at once, as from two devices or sent twice, are all saved", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "settings-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const environment = { DATA_DIR: dataDir };
  const parsed = parseConfig(environment);
  if (!parsed.ok) throw new Error(parsed.problems.join("\n"));
  const settings = createSettings(parsed.config, environment);
  const hour = { MORNING_HOUR: "8" };
  await Promise.all([settings.save({ VISIT_TAGS: "ulotka" }), settings.save(hour), settings.save(hour)]);
  expect(readOwnerSettings(dataDir)).toEqual({ VISIT_TAGS: "ulotka", MORNING_HOUR: "8" });
  expect(settings.config()).toMatchObject({ visitTags: ["ulotka"], morningHour: 8 });
});
