import { join, resolve } from "node:path";
import { codeFiles } from "./code-build.ts";
import { forkProgram } from "./fork-program.ts";
import type { ChildMessage, PublicationEvent, PublicationOutcome, PublicationRequest } from "./protocol.ts";

/** Publishes in a process of its own, after everything else that wants the processor; a killed one is `failed`. */
export function startPublication(
  request: PublicationRequest,
  onEvent: (event: PublicationEvent) => void,
  program = join(request.codeDir, codeFiles.publisher),
): Promise<PublicationOutcome> {
  const child = forkProgram(resolve(program), { heapMegabytes: 256 });
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
