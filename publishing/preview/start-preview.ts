import type { ChildProcess } from "node:child_process";
import { on } from "node:events";
import { resolve } from "node:path";
import type { PreviewPage } from "../../content-model/preview-page.ts";
import { limitConcurrency } from "../../server/concurrency-limit.ts";
import type { SharedConfig } from "../basis.ts";
import { forkProgram } from "../fork-program.ts";

export interface PreviewRequest {
  readonly page: PreviewPage;
  /** An earlier publication; without it, the draft. */
  readonly version: string | undefined;
  readonly config: SharedConfig;
}

export interface PreviewAnswer {
  readonly html: string | undefined;
}

interface PreviewOptions {
  readonly program: string;
  /** Called for each request, because settings may change while the process runs. */
  readonly config: () => SharedConfig;
  /** How long the process stays idle before it exits. */
  readonly idleMs?: number;
  readonly timeoutMs?: number;
}

/** Renders previews one by one in a separate process, which starts with the first request and exits when idle (P6.1). */
export function startPreview({ program, config, idleMs = 300_000, timeoutMs = 30_000 }: PreviewOptions) {
  const inTurn = limitConcurrency({ atOnce: 1 });
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;

  function stop(): void {
    clearTimeout(idle);
    child?.kill("SIGKILL");
    child = undefined;
  }

  async function request(page: PreviewPage, version?: string): Promise<string | undefined> {
    clearTimeout(idle);
    if (!child?.connected) {
      child = forkProgram(resolve(program), { heapMegabytes: 128, small: true, niceness: 5 });
      // An error without a listener would crash the server; `answerOf` reports it.
      child.on("error", () => {});
    }
    try {
      return await answerOf(child, { page, version, config: config() }, timeoutMs);
    } catch (error) {
      stop();
      throw error;
    } finally {
      idle = setTimeout(stop, idleMs).unref();
    }
  }

  return {
    // The process may exit in between, so try a second one.
    render: (...asked: Parameters<typeof request>) =>
      inTurn(() => request(...asked).catch(() => request(...asked))),
    stop,
  };
}

async function answerOf(child: ChildProcess, request: PreviewRequest, timeoutMs: number) {
  const signal = AbortSignal.timeout(timeoutMs);
  const messages = on(child, "message", { close: ["disconnect"], signal });
  child.send(request, () => {});
  for await (const [answer] of messages as AsyncIterable<[PreviewAnswer]>) return answer.html;
  throw new Error("The preview process has exited");
}
