// Publishes one release after another until it is killed, or the test that should do so is gone itself.
import { dirname, join } from "node:path";
import { publish } from "../publish.ts";
import { writeRelease } from "./release-fixture.ts";

const [releasesDir = ""] = process.argv.slice(2);
const { ppid } = process;
for (let count = 0; process.ppid === ppid; count += 1) {
  await publish(
    { contentDir: "content", origin: "command" },
    {
      releasesDir,
      historyDir: join(dirname(releasesDir), "history"),
      build: async (_content, folder) => {
        writeRelease(folder, { mark: `k${process.pid}x${count}` });
        return [];
      },
      check: () => [],
      now: () => new Date(),
      waitMs: 10_000,
    },
  );
  if (count === 0) console.log("publishing");
}
