import { fork } from "node:child_process";
import { writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { join, resolve } from "node:path";
import { codeFiles } from "./code-build.ts";
import type { ChildMessage, PublicationEvent, PublicationOutcome, PublicationRequest } from "./protocol.ts";

// Pages and texts need a fraction of it; pictures are decoded outside of this memory.
const flags = ["--max-old-space-size=256", "--max-semi-space-size=4"];

/** Publishes in a process of its own, after everything else that wants the processor; a killed one is `failed`. */
export function startPublication(
  request: PublicationRequest,
  onEvent: (event: PublicationEvent) => void,
  program = join(request.codeDir, codeFiles.publisher),
): Promise<PublicationOutcome> {
  const child = fork(resolve(program), [], {
    // Its settings come with the request, and no password is its business. Fewer memory pools keep it small.
    env: { MALLOC_ARENA_MAX: "2" },
    execArgv: flags,
    serialization: "json",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  beNice(child.pid);
  return new Promise((done) => {
    let outcome: PublicationOutcome | undefined;
    child.on("message", (message: ChildMessage) => {
      if (message.kind === "outcome") outcome = message.outcome;
      else onEvent(message);
    });
    child.once("error", (error) => done({ kind: "failed", reason: error.message }));
    child.once("exit", (status, signal) =>
      done(outcome ?? { kind: "failed", reason: `publikacja przerwana (${signal ?? status})` }),
    );
    child.send(request, () => {});
  });
}

/** The processor is the server's first; when memory runs out, the system ends this process and not the server. */
function beNice(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, 10);
    writeFileSync(`/proc/${pid}/oom_score_adj`, "1000");
  } catch {
    // Some hosts forbid it; then it is only less polite.
  }
}
