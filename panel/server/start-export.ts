import type { ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import type { ExportFormat } from "../../enquiries/owner/inbox.ts";
import { forkProgram } from "../../publishing/fork-program.ts";

type ExportSource = { dataDir: string; databaseUrl?: string | undefined };
export type ExportRequest = ExportSource & { format: ExportFormat };

export type ExporterOptions = {
  /** The program of the child process. */
  program: string;
  source: ExportSource;
  /** The process is killed after this time. */
  timeoutMs?: number;
};

type Child = ChildProcessByStdio<null, Readable, null>;

/** Exports in a child process with the lowest priority, one at a time (P1.4). */
export function createExporter({ program, source, timeoutMs = 120_000 }: ExporterOptions) {
  let running: Child | undefined;

  /** Streams the export; the stream fails if the process does. Undefined while another export runs. */
  function start(format: ExportFormat): ReadableStream<Uint8Array> | undefined {
    if (running) return undefined;
    const child = forkProgram(program, { heapMegabytes: 128, stdout: "pipe", timeoutMs }) as Child;
    running = child;
    const ended = exitOf(child).finally(() => {
      if (running === child) running = undefined;
    });
    child.send({ ...source, format } satisfies ExportRequest, () => {});
    return streamOf(child, ended);
  }

  return { start, stop: () => void running?.kill("SIGKILL") };
}

export type Exporter = ReturnType<typeof createExporter>;

/** Why the process failed; undefined if it succeeded. */
async function exitOf(child: Child): Promise<string | undefined> {
  try {
    const [status, signal] = await once(child, "exit");
    return status === 0 ? undefined : `the export was ended by ${signal ?? `status ${status}`}`;
  } catch (error) {
    return `the export could not be started: ${error}`;
  }
}

/** An incomplete download must not look complete, so the stream ends normally only if the process succeeded. */
function streamOf(child: Child, ended: Promise<string | undefined>): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Buffer> = child.stdout[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (!done) return controller.enqueue(new Uint8Array(value));
      const reason = await ended;
      if (reason === undefined) controller.close();
      else controller.error(new Error(reason));
    },
    cancel: () => void child.kill("SIGKILL"),
  });
}
