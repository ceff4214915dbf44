import { expect, test } from "vitest";
import { temporaryFolder } from "../publishing/testing/temporary-folder.ts";
import { readOwnerSettings } from "./owner-settings.ts";
import { createSettings } from "./settings.ts";
import { configOf } from "./testing/config-of.ts";

test("changes that arrive at once, as from two devices or sent twice, are all saved", async () => {
  const dataDir = temporaryFolder();
  const environment = { DATA_DIR: dataDir };
  const settings = createSettings(configOf(environment), environment);
  const hour = { MORNING_HOUR: "8" };
  await Promise.all([settings.save({ VISIT_TAGS: "ulotka" }), settings.save(hour), settings.save(hour)]);
  expect(readOwnerSettings(dataDir)).toEqual({ VISIT_TAGS: "ulotka", MORNING_HOUR: "8" });
  expect(settings.config()).toMatchObject({ visitTags: ["ulotka"], morningHour: 8 });
});
