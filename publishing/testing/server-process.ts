import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import { noSettings } from "../../server/config.ts";
import { freePort } from "../../server/testing/free-port.ts";
import { writeFixtureCode } from "../../server/testing/site-fixture.ts";

/** Starts the real server on a folder's releases or trial site until the test ends; `logLines` grows with its log. */
export async function startServer(
  folder: string,
  {
    script = "process/main.ts",
    settings = {},
    publisher,
  }: {
    script?: string;
    settings?: Record<string, string>;
    /** The source of the publishing program. */
    publisher?: string;
  } = {},
): Promise<{ port: number; logLines: string[] }> {
  writeFixtureCode(join(folder, "build"));
  if (publisher) writeFileSync(join(folder, "build/code/publish.js"), publisher);
  const port = await freePort();
  const child = spawn(process.execPath, [script], {
    env: {
      ...process.env,
      // Set but empty, so a developer's .env file has no effect.
      ...noSettings,
      PORT: String(port),
      BUILD_DIR: join(folder, "build"),
      RELEASES_DIR: join(folder, "releases"),
      DATA_DIR: join(folder, "data"),
      ENQUIRY_LIMITS: "off",
      CANARY: "off",
      ...settings,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const logLines: string[] = [];
  await new Promise<void>((resolve, reject) => {
    createInterface(child.stdout).on("line", (line) => {
      logLines.push(line);
      if (line.includes('"listening"')) resolve();
    });
    child.once("exit", (code) => reject(new Error(`The server ended with status ${code}`)));
  });
  return { port, logLines };
}
