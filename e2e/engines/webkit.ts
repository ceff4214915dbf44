import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "../../server/testing/free-port.ts";
import type { Engine } from "./engine.ts";

const elementKey = "element-6066-11e4-a52e-4f735466cecf";

/** WebKitGTK's MiniBrowser on a screen of its own, driven by plain WebDriver. */
export async function openWebKit(driverPath: string, browserPath: string): Promise<Engine> {
  const home = await mkdtemp(join(tmpdir(), "webkit-"));
  const port = await freePort();
  const driver = spawn("xvfb-run", ["-a", "-s", "-screen 0 1600x1200x24", driverPath, `--port=${port}`], {
    env: {
      ...process.env,
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
      XDG_CONFIG_HOME: home,
      XDG_DATA_HOME: home,
      XDG_CACHE_HOME: home,
    },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let problems: string[] = [];
  for (const stream of [driver.stdout, driver.stderr]) {
    createInterface(stream).on("line", (line) => {
      if (/^CONSOLE .*(?:ERROR|WARN)/.test(line)) problems.push(line);
    });
  }
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.error} ${value.message}`);
    return value;
  };
  await untilUp(() => ask("GET", "/status"));
  const { sessionId } = await ask<{ sessionId: string }>("POST", "/session", {
    capabilities: {
      alwaysMatch: {
        "webkitgtk:browserOptions": {
          binary: browserPath,
          args: ["--automation", "--enable-write-console-messages-to-stdout=true"],
        },
      },
    },
  });
  const session = `/session/${sessionId}`;
  const find = async (selector: string) => {
    const value = await ask<Record<string, string>>("POST", `${session}/execute/sync`, {
      script: `return [...document.querySelectorAll(arguments[0])].find((element) => element.checkVisibility())`,
      args: [selector],
    });
    return `${session}/element/${value[elementKey]}`;
  };
  const value = <T>(expression: string) =>
    ask<T>("POST", `${session}/execute/sync`, { script: `return ${expression}`, args: [] });
  return {
    async resize(width, height) {
      const rect = () => value<[number, number]>("[innerWidth, innerHeight]");
      await ask("POST", `${session}/window/rect`, { x: 0, y: 0, width, height });
      const [innerWidth, innerHeight] = await rect();
      await ask("POST", `${session}/window/rect`, {
        x: 0,
        y: 0,
        width: 2 * width - innerWidth,
        height: 2 * height - innerHeight,
      });
    },
    open: (url) => ask("POST", `${session}/url`, { url }),
    value,
    click: async (selector) => ask("POST", `${await find(selector)}/click`, {}),
    type: async (selector, text) => ask("POST", `${await find(selector)}/value`, { text }),
    problems() {
      const seen = problems;
      problems = [];
      return seen;
    },
    async close() {
      await ask("DELETE", session).catch(() => undefined);
      if (driver.pid) process.kill(-driver.pid, "SIGTERM");
      if (driver.exitCode === null) await once(driver, "exit");
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function untilUp(ask: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await ask();
      return;
    } catch (error) {
      if (tries === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
