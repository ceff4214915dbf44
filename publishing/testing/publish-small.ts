import { type PublishDeps, publish } from "../publish.ts";
import type { Publication } from "../start-publication.ts";
import { type FixtureRelease, writeRelease } from "./release-fixture.ts";

type SmallDeps = Pick<PublishDeps, "releasesDir" | "historyDir" | "now"> &
  Partial<PublishDeps> &
  FixtureRelease;

/** Publishes content for real, but the release is a small site with a mark. */
export function publishSmall(publication: Publication, { mark, change, ...deps }: SmallDeps) {
  return publish(publication, {
    build: async (_content, target) => writeRelease(target, { mark, ...(change && { change }) }),
    isTrialShown: true,
    isClockSteady: async () => true,
    siteDir: "none",
    waitMs: 0,
    onEvent() {},
    ...deps,
  });
}
