import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { type BidiEvent, connectBidi } from "./bidi.ts";
import { type Engine, untilDone } from "./engine.ts";

type Evaluated = { result: { value: string } } | { exceptionDetails: { text: string } };

/** Debian's Firefox ESR, driven by WebDriver BiDi, because Playwright sends commands that this version does not know. */
export async function openFirefox(executablePath: string): Promise<Engine> {
  const home = await mkdtemp(join(tmpdir(), "firefox-"));
  const browser = spawn(executablePath, ["--headless", "--profile", home, "--remote-debugging-port=0"], {
    env: { ...process.env, HOME: home },
    stdio: ["ignore", "ignore", "pipe"],
    detached: true,
  });
  const problems: string[] = [];
  const underWay = new Set<string>();
  let lastEvent = 0;
  const bidi = await connectBidi(`${await addressOf(browser)}/session`, (event) => {
    if (event.method.startsWith("network.")) lastEvent = performance.now();
    const { request } = event.params as { request?: { request: string; url: string } };
    // The panel's stream never ends.
    const isStream = request?.url.endsWith("/panel/api/live");
    if (event.method === "network.beforeRequestSent" && request && !isStream) underWay.add(request.request);
    else if (request) underWay.delete(request.request);
    const problem = problemIn(event);
    if (problem) problems.push(problem);
  });
  await bidi.send("session.new", { capabilities: {} });
  await bidi.send("session.subscribe", {
    events: [
      "log.entryAdded",
      "network.beforeRequestSent",
      "network.fetchError",
      "network.responseCompleted",
    ],
  });
  // Firefox reports policy violations only to the page, not in its log.
  await bidi.send("script.addPreloadScript", { functionDeclaration: String(reportViolations) });
  const { contexts } = await bidi.send<{ contexts: [{ context: string }] }>("browsingContext.getTree");
  const [{ context }] = contexts;

  const evaluate = async <T>(expression: string): Promise<T> => {
    const answer = await bidi.send<Evaluated>("script.evaluate", {
      expression: `JSON.stringify(${expression}) ?? "null"`,
      target: { context },
      awaitPromise: false,
      userActivation: false,
    });
    if ("exceptionDetails" in answer) throw new Error(answer.exceptionDetails.text);
    return JSON.parse(answer.result.value);
  };
  const click = async (selector: string) => {
    const find = `(${middleOf})(${JSON.stringify(selector)})`;
    const [x, y] = await restingPlace(() => untilDone(() => evaluate(find)));
    await bidi.send("input.performActions", {
      context,
      actions: [
        {
          type: "pointer",
          id: "mouse",
          actions: [
            { type: "pointerMove", x, y },
            { type: "pointerDown", button: 0 },
            { type: "pointerUp", button: 0 },
          ],
        },
      ],
    });
  };
  const setOffline = (offline: boolean) =>
    bidi.send<void>("emulation.setNetworkConditions", {
      networkConditions: offline ? { type: "offline" } : null,
      contexts: [context],
    });
  return {
    resize: (width, height) =>
      bidi.send("browsingContext.setViewport", { context, viewport: { width, height } }),
    async open(url) {
      // Firefox logs an error for every file still loading when the page is left, so the loads finish first.
      const end = performance.now() + 60_000;
      while ((underWay.size > 0 || performance.now() - lastEvent < 400) && performance.now() < end)
        await sleep(50);
      underWay.clear();
      await bidi.send("browsingContext.navigate", { context, url, wait: "complete" });
    },
    evaluate,
    click,
    async type(selector, text) {
      await click(selector);
      const keys = [...text].flatMap((key) => ["keyDown", "keyUp"].map((type) => ({ type, value: key })));
      await bidi.send("input.performActions", {
        context,
        actions: [{ type: "key", id: "keyboard", actions: keys }],
      });
    },
    problems: async () => problems.splice(0),
    ...((await knows(() => setOffline(false))) && { setOffline }),
    async close() {
      bidi.close();
      if (browser.pid) process.kill(-browser.pid, "SIGTERM");
      if (browser.exitCode === null && browser.signalCode === null) await once(browser, "exit");
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Whether the browser knows a command: Firefox 140 ESR cannot cut the network, 153 can. */
async function knows(command: () => Promise<unknown>): Promise<boolean> {
  return command().then(
    () => true,
    (error) => {
      if (!String(error).includes("unknown command")) throw error;
      return false;
    },
  );
}

async function addressOf(browser: ChildProcess): Promise<string> {
  if (!browser.stderr) throw new Error("Firefox's errors are not piped");
  for await (const line of createInterface(browser.stderr)) {
    const address = /WebDriver BiDi listening on (\S+)/.exec(line)?.[1];
    if (address) return address;
  }
  throw new Error("Firefox ended before it listened");
}

function problemIn({ method, params }: BidiEvent): string | undefined {
  const { level, text, request, response, errorText } = params as {
    level?: string;
    text?: string;
    request?: { url: string };
    response?: { status: number };
    errorText?: string;
  };
  if (method === "log.entryAdded") return level === "error" || level === "warn" ? text : undefined;
  // The page itself aborts requests on navigation.
  if (errorText === "NS_BINDING_ABORTED") return undefined;
  if (method === "network.fetchError") return `${request?.url}: ${errorText}`;
  return method === "network.responseCompleted" && response && response.status >= 400
    ? `${request?.url}: ${response.status}`
    : undefined;
}

function reportViolations(): void {
  addEventListener("securitypolicyviolation", (event) => {
    const { violatedDirective, blockedURI } = event as SecurityPolicyViolationEvent;
    console.error(`policy ${violatedDirective} blocked ${blockedURI}`);
  });
}

/** The position of an element once it has stopped moving. A click on a page that still scrolls would miss. */
async function restingPlace(read: () => Promise<[number, number]>): Promise<[number, number]> {
  for (let last = await read(); ; ) {
    await sleep(100);
    const [x, y] = await read();
    if (x === last[0] && y === last[1]) return last;
    last = [x, y];
  }
}

/** Runs in the page: the middle of the first visible match. */
function middleOf(selector: string): [number, number] {
  const shown = [...document.querySelectorAll(selector)].find((element) => element.checkVisibility());
  if (!shown) throw new Error(`${selector} is not visible`);
  shown.scrollIntoView({ block: "nearest", behavior: "instant" });
  const { x, y, width, height } = shown.getBoundingClientRect();
  return [Math.round(x + width / 2), Math.round(y + height / 2)];
}
