import { join, resolve } from "node:path";
import type { ContentProblem } from "../content-model/problems.ts";
import type { Config } from "../server/config.ts";
import { type SharedConfig, sharedConfig } from "./basis.ts";
import { forkProgram } from "./fork-program.ts";
import type { HistoryEntry } from "./history.ts";

export interface Publication extends Pick<HistoryEntry, "origin" | "restores" | "by"> {
  readonly contentDir: string;
  /** The release whose content it changes; if visitors see another one by then, it ends as `busy`. */
  readonly basedOn?: string;
  /** The name of the texts that somebody has seen; if they have changed by then, it ends as `busy`. */
  readonly texts?: string | undefined;
  /** Visitors have seen all of it before, so the checks of a new publication do not apply (C7.3); by default so for `update` and `schedule`. */
  readonly wasShown?: boolean;
}

/** The steps of a publication in order; `switch` makes it visible to visitors. */
export type PublicationStep = "content" | "pictures" | "pages" | "switch";

/** Progress of a publication. `waiting` means that another one is still running. */
export type PublicationEvent =
  | { readonly kind: "waiting" }
  | { readonly kind: "step"; readonly step: PublicationStep }
  | { readonly kind: "picture"; readonly done: number; readonly total: number; readonly photo: string };

/** Publishes in a separate process with low priority; a process that is killed or reports nothing for minutes counts as `failed`. */
export function startPublication(
  config: Config,
  publication: Publication,
  onEvent: (event: PublicationEvent) => void,
  // Longer than the sandbox's time limit for a picture: each finished picture is reported.
  { program = join(config.codeDir, "publish.js"), silenceMs = 300_000 } = {},
): Promise<PublicationOutcome> {
  const request: PublicationRequest = { publication, config: sharedConfig(config) };
  const child = forkProgram(resolve(program), { heapMegabytes: 256, small: true });
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
    // Not `exit`, which may come before its last message is read.
    child.once("close", (status, signal) => {
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

export type Published =
  | { readonly kind: "published"; readonly name: string; readonly version: string }
  | { readonly kind: "busy" };

/** The result; visitors see something new only if it is `published`. */
export type PublicationOutcome =
  | Published
  | { readonly kind: "invalid"; readonly problems: readonly ContentProblem[] }
  | { readonly kind: "unusable-picture"; readonly text: string }
  /** `mayQuote`: the reason is no text of ours and may quote the content. */
  | { readonly kind: "failed"; readonly reason: string; readonly mayQuote?: true };

export type ChildMessage =
  | PublicationEvent
  | { readonly kind: "outcome"; readonly outcome: PublicationOutcome };
