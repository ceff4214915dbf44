// Publishes one release after another until it is killed; the test looks at what is left.
import { publishSite } from "../publish-site.ts";
import { writeRelease } from "./release-fixture.ts";

const [releasesDir = ""] = process.argv.slice(2);
for (let count = 0; ; count += 1) {
  await publishSite({
    releasesDir,
    build: async (folder) => writeRelease(folder, { mark: `k${process.pid}x${count}` }),
    check: async () => [],
    now: () => new Date(),
  });
  if (count === 0) console.log("publishing");
}
