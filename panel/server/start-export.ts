import type { ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import type { ExportFormat } from "../../enquiries/owner/inbox.ts";
import { forkProgram } from "../../publishing/fork-program.ts";

type ExportSource = { dataDir: string; databaseUrl?: string | undefined };
export type ExportRequest = ExportSource & { format: ExportFormat };

export type ExporterOptions = {
  /** The file that the process runs. */
  program: string;
  source: ExportSource;
  /** When the process is killed, whatever it does. */
  timeoutMs?: number;
};

type Child = ChildProcessByStdio<null, Readable, null>;

/** Exports in a process of its own, one at a time and after everything else that wants the processor. */
export function createExporter({ program, source, timeoutMs = 120_000 }: ExporterOptions) {
  let running: Child | undefined;

  /** The text as it comes; the stream fails when the process does. Undefined while another export goes on. */
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

/** Why the process did not end well; undefined if it did. */
async function exitOf(child: Child): Promise<string | undefined> {
  try {
    const [status, signal] = await once(child, "exit");
    return status === 0 ? undefined : `the export was ended by ${signal ?? `status ${status}`}`;
  } catch (error) {
    return `the export could not be started: ${error}`;
  }
}

/** A download that is not whole must not look as if it were, so the stream ends well only if the process did. */
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
