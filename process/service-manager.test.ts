import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startServer } from "../publishing/testing/server-process.ts";
import { temporaryFolder } from "../publishing/testing/temporary-folder.ts";

import { writeFixtureBuild } from "../server/testing/site-fixture.ts";

test("a server started by systemd reports that it is ready and alive", async () => {
  const folder = temporaryFolder();
  writeFixtureBuild(join(folder, "build"));
  const told = join(folder, "told");
  writeFileSync(join(folder, "systemd-notify"), `#!/bin/sh\necho "$1 to $NOTIFY_SOCKET" >>${told}\n`);
  chmodSync(join(folder, "systemd-notify"), 0o755);
  await startServer(folder, {
    settings: {
      PATH: `${folder}:${process.env.PATH}`,
      NOTIFY_SOCKET: "/run/socket",
      WATCHDOG_USEC: "3000000",
    },
  });
  const words = () => (existsSync(told) ? readFileSync(told, "utf8").split("\n").filter(Boolean) : []);
  await expect.poll(() => words().length).toBeGreaterThan(3);
  expect(words().slice(0, 2)).toEqual(["READY=1 to /run/socket", "WATCHDOG=1 to /run/socket"]);
});
