import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readOwnerSettings } from "./owner-settings.ts";
import { createSettings } from "./settings.ts";
import { configOf } from "./testing/config-of.ts";

test("changes that arrive at once, as from two devices or sent twice, are all saved", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "settings-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const environment = { DATA_DIR: dataDir };
  const settings = createSettings(configOf(environment), environment);
  const hour = { MORNING_HOUR: "8" };
  await Promise.all([settings.save({ VISIT_TAGS: "ulotka" }), settings.save(hour), settings.save(hour)]);
  expect(readOwnerSettings(dataDir)).toEqual({ VISIT_TAGS: "ulotka", MORNING_HOUR: "8" });
  expect(settings.config()).toMatchObject({ visitTags: ["ulotka"], morningHour: 8 });
});
