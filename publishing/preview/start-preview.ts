import type { ChildProcess } from "node:child_process";
import { on } from "node:events";
import { resolve } from "node:path";
import type { PreviewPage } from "../../content-model/preview-page.ts";
import type { Config } from "../../server/config.ts";
import { siteSettings } from "../basis.ts";
import { forkProgram } from "../fork-program.ts";
import type { HistoryFolders } from "../history.ts";
import type { Preview, PreviewDeps } from "./preview.ts";

/** The settings sent to the process, which reads no environment. */
interface PreviewSource extends Pick<PreviewDeps, "settings"> {
  readonly folders: PreviewDeps["folders"] & HistoryFolders;
  readonly codeDir: string;
}

export interface PreviewRequest {
  readonly id: number;
  readonly page: PreviewPage;
  readonly source: PreviewSource;
}

export interface PreviewAnswer {
  readonly id: number;
  readonly html: string | undefined;
}

interface PreviewOptions {
  /** The process's program. */
  readonly program: string;
  /** Called for each request, because settings may change while the process runs. */
  readonly source: () => PreviewSource;
  /** How long the process stays idle before it exits. */
  readonly idleMs?: number;
  /** How long an answer may take. */
  readonly timeoutMs?: number;
}

/** Renders previews in a separate process, which starts with the first request and exits when idle (P6.1). */
export function startPreview(options: PreviewOptions): Preview & { stop(): void } {
  const { program, source, idleMs = 300_000, timeoutMs = 30_000 } = options;
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;
  let pending = 0;

  function stop(): void {
    clearTimeout(idle);
    child?.kill("SIGKILL");
    child = undefined;
  }

  function running(): ChildProcess {
    if (child?.connected) return child;
    child = forkProgram(resolve(program), { heapMegabytes: 128, niceness: 5 });
    // An error without a listener would crash the server; `answerOf` reports it.
    child.on("error", () => {});
    return child;
  }

  async function request(page: PreviewPage): Promise<string | undefined> {
    const current = running();
    clearTimeout(idle);
    lastId += 1;
    pending += 1;
    try {
      return await answerOf(current, { id: lastId, page, source: source() }, timeoutMs);
    } catch (error) {
      current.kill("SIGKILL");
      throw error;
    } finally {
      pending -= 1;
      if (pending === 0) idle = setTimeout(stop, idleMs).unref();
    }
  }

  return {
    // The process may exit in between, so try a second one.
    render: (page) => request(page).catch(() => request(page)),
    stop,
  };
}

async function answerOf(child: ChildProcess, request: PreviewRequest, timeoutMs: number) {
  const signal = AbortSignal.timeout(timeoutMs);
  const messages = on(child, "message", { close: ["disconnect"], signal });
  child.send(request, () => {});
  for await (const [answer] of messages as AsyncIterable<[PreviewAnswer]>)
    if (answer.id === request.id) return answer.html;
  throw new Error("The preview process has exited");
}

/** The settings that previews need; none is secret. */
export function previewSource(config: Config): PreviewSource {
  const { contentDir, ownContentDir, releasesDir, historyDir, cacheDir, siteDir, codeDir } = config;
  const folders = { contentDir, ownContentDir, releasesDir, historyDir, cacheDir, siteDir };
  return { folders, settings: siteSettings(config), codeDir };
}
