import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../server/testing/free-port.ts";
import { type Engine, patienceMs, untilDone } from "./engine.ts";

const elementKey = "element-6066-11e4-a52e-4f735466cecf";

/** WebKitGTK's MiniBrowser on a virtual screen, driven by classic WebDriver. */
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
    stdio: "ignore",
    detached: true,
  });
  /** On a slow machine one command stayed without an answer, although the next one got its own: there must be time to ask again. */
  const ask = async <T>(method: string, path: string, body?: object, forMs = patienceMs / 3): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(forMs),
    });
    const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.error} ${value.message}`);
    return value;
  };
  await untilDone(() => ask("GET", "/status"));
  const capabilities = {
    pageLoadStrategy: "none",
    "webkitgtk:browserOptions": { binary: browserPath, args: ["--automation"] },
  };
  const { sessionId } = await ask<{ sessionId: string }>(
    "POST",
    "/session",
    { capabilities: { alwaysMatch: capabilities } },
    patienceMs,
  );
  const session = `/session/${sessionId}`;
  const evaluate = <T>(expression: string) =>
    ask<T>("POST", `${session}/execute/sync`, { script: `return ${expression}`, args: [] });
  /** Waits until the element is visible. */
  const find = (selector: string) =>
    untilDone(async () => {
      const element = await ask<Record<string, string> | null>("POST", `${session}/execute/sync`, {
        script: `return [...document.querySelectorAll(arguments[0])].find((element) => element.checkVisibility())`,
        args: [selector],
      });
      assert.ok(
        element,
        `${selector} is not visible on ${await evaluate("location.href + ' ' + innerWidth")}`,
      );
      return `${session}/element/${element[elementKey]}`;
    });
  const problems: string[] = [];
  const collect = async () => {
    const seen = await untilDone(() => evaluate<string[]>("globalThis.seenProblems ?? []"));
    if (seen.length > 0) await evaluate(`globalThis.seenProblems.splice(0, ${seen.length})`);
    problems.push(...seen);
  };
  return {
    resize: (width, height) =>
      untilDone(async () => {
        const window = { x: 0, y: 0, width, height };
        await ask("POST", `${session}/window/rect`, window);
        const [innerWidth, innerHeight] = await evaluate<[number, number]>("[innerWidth, innerHeight]");
        window.width += width - innerWidth;
        window.height += height - innerHeight;
        await ask("POST", `${session}/window/rect`, window);
      }),
    async open(url) {
      await collect();
      // WebDriver gives no access to WebKit's console, so the page itself records errors from as early as possible.
      const listen = `location.href === ${JSON.stringify(url)} && !globalThis.seenProblems && (${listenForProblems})()`;
      await untilDone(() => ask("POST", `${session}/url`, { url }));
      await untilDone(async () => assert.ok(await evaluate(listen), `${url} does not open`));
    },
    evaluate,
    click: async (selector) => ask("POST", `${await find(selector)}/click`, {}),
    type: async (selector, text) => ask("POST", `${await find(selector)}/value`, { text }),
    async problems() {
      await collect();
      return problems.splice(0);
    },
    async close() {
      await ask("DELETE", session).catch(() => undefined);
      if (driver.pid) process.kill(-driver.pid, "SIGTERM");
      if (driver.exitCode === null) await once(driver, "exit");
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Runs in the page: records errors from now on. */
function listenForProblems(): true {
  const seen: string[] = [];
  Object.assign(globalThis, { seenProblems: seen });
  addEventListener("error", ({ message }) => seen.push(message));
  addEventListener("unhandledrejection", ({ reason }) => seen.push(String(reason)));
  addEventListener("securitypolicyviolation", (event) => {
    const { violatedDirective, blockedURI } = event as SecurityPolicyViolationEvent;
    seen.push(`policy ${violatedDirective} blocked ${blockedURI}`);
  });
  for (const level of ["error", "warn"] as const) {
    const write = console[level];
    console[level] = (...words) => {
      seen.push(words.join(" "));
      write(...words);
    };
  }
  return true;
}
