// Publishes one release after another until it is killed or its parent, the test, is gone.
import { dirname, join } from "node:path";
import { publishSmall } from "./publish-small.ts";

const [releasesDir = ""] = process.argv.slice(2);
const { ppid } = process;
for (let count = 0; process.ppid === ppid; count += 1) {
  await publishSmall(
    { contentDir: "content", origin: "command" },
    {
      releasesDir,
      mark: `k${process.pid}x${count}`,
      historyDir: join(dirname(releasesDir), "history"),
      now: () => new Date(),
      waitMs: 10_000,
    },
  );
  if (count === 0) console.log("publishing");
}
