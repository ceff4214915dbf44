import type { ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ExportFormat } from "../../enquiries/owner/inbox.ts";
import { forkProgram } from "../../publishing/fork-program.ts";

export type ExportRequest = { dataDir: string; databaseUrl?: string | undefined; format: ExportFormat };

type Child = ChildProcessByStdio<null, Readable, null>;
type ExporterOptions = { program: string; source: Omit<ExportRequest, "format">; timeoutMs?: number };

/** Exports in a child process with the lowest priority, one at a time (P1.4). */
export function createExporter({ program, source, timeoutMs = 120_000 }: ExporterOptions) {
  const { dataDir, databaseUrl } = source;
  let running: Child | undefined;

  /** Streams the export; the stream fails if the process does. Undefined while another export runs. */
  function start(format: ExportFormat): ReadableStream<Uint8Array> | undefined {
    if (running) return undefined;
    const child = forkProgram(program, { heapMegabytes: 128, stdout: "pipe", timeoutMs }) as Child;
    running = child;
    child.send({ dataDir, databaseUrl, format } satisfies ExportRequest, () => {});
    const ended = once(child, "exit").finally(() => {
      running = undefined;
    });
    const output = new PassThrough();
    async function* whole(chunks: AsyncIterable<Buffer>) {
      yield* chunks;
      const [status, signal] = await ended;
      // An incomplete download must not look complete.
      if (status !== 0) throw new Error(`the export was ended by ${signal ?? `status ${status}`}`);
    }
    // A cancelled download also closes the stream.
    output.once("close", () => child.kill("SIGKILL"));
    void pipeline(child.stdout, whole, output).catch(() => {});
    return Readable.toWeb(output) as ReadableStream<Uint8Array>;
  }

  return { start, stop: () => void running?.kill("SIGKILL") };
}
