import { join, resolve } from "node:path";
import type { ContentProblem } from "../content-model/problems.ts";
import type { Config } from "../server/config.ts";
import { type SharedConfig, sharedConfig } from "./basis.ts";
import { forkProgram } from "./fork-program.ts";
import type { Publication, PublicationEvent, Published } from "./publish.ts";

/** Longer than the sandbox gives a picture, and each picture is reported. */
const longestSilenceMs = 300_000;

/** Publishes in a separate process with low priority; a process that is killed or reports nothing for minutes counts as `failed`. */
export function startPublication(
  config: Config,
  publication: Publication,
  onEvent: (event: PublicationEvent) => void,
  { program = join(config.codeDir, "publish.js"), silenceMs = longestSilenceMs } = {},
): Promise<PublicationOutcome> {
  const request: PublicationRequest = { publication, config: sharedConfig(config) };
  const child = forkProgram(resolve(program), { heapMegabytes: 256 });
  return new Promise((done) => {
    let outcome: PublicationOutcome | undefined;
    const silence = setTimeout(() => {
      outcome ??= { kind: "failed", reason: "publikacja stanęła w miejscu i została przerwana" };
      child.kill("SIGKILL");
    }, silenceMs);
    child.on("message", (message: ChildMessage) => {
      silence.refresh();
      if (message.kind === "outcome") outcome = message.outcome;
      else onEvent(message);
    });
    child.once("error", (error) => done({ kind: "failed", reason: error.message }));
    child.once("exit", (status, signal) => {
      clearTimeout(silence);
      done(outcome ?? { kind: "failed", reason: `publikacja przerwana (${signal ?? status})` });
    });
    child.send(request, () => {});
  });
}

/** The message that starts a publication in the child process. */
export interface PublicationRequest {
  readonly publication: Publication;
  readonly config: SharedConfig;
}

/** The result; visitors see something new only if it is `published`. */
export type PublicationOutcome =
  | Published
  | { readonly kind: "invalid"; readonly problems: readonly ContentProblem[] }
  | { readonly kind: "unusable-picture"; readonly text: string }
  | { readonly kind: "failed"; readonly reason: string };

export type ChildMessage =
  | PublicationEvent
  | { readonly kind: "outcome"; readonly outcome: PublicationOutcome };
