// Publishes one release after another until it is killed, or the test that should do so is gone itself.

import { publishSite } from "../publish-site.ts";
import { writeRelease } from "./release-fixture.ts";

const [releasesDir = ""] = process.argv.slice(2);
const { ppid } = process;
for (let count = 0; process.ppid === ppid; count += 1) {
  await publishSite({
    releasesDir,
    build: async (folder) => writeRelease(folder, { mark: `k${process.pid}x${count}` }),
    check: async () => [],
    now: () => new Date(),
  });
  if (count === 0) console.log("publishing");
}
