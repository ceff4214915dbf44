import type { Accounts } from "../../accounts/accounts.ts";
import type { ContentProblem } from "../../content-model/problems.ts";
import { describeError } from "../../enquiries/log.ts";
import type { Draft } from "../../publishing/draft.ts";
import { draftDir } from "../../publishing/own-content.ts";
import type { Publication, PublicationEvent } from "../../publishing/publish.ts";
import { type Restored, restorePublication } from "../../publishing/restore.ts";
import type { PublicationOutcome } from "../../publishing/start-publication.ts";
import { type Withdrawn, withdrawEverywhere } from "../../publishing/withdraw.ts";
import type { Config } from "../../server/config.ts";

export type PublisherDeps = {
  config: Config;
  draft: Draft;
  site: { facts: () => { readonly version: string } };
  publish(publication: Publication, onEvent: (event: PublicationEvent) => void): Promise<PublicationOutcome>;
  auditLog: Pick<Accounts["auditLog"], "write">;
  log: { error(fields: object, message: string): void };
};

/** What to publish: the draft, the content of an earlier publication, or the site without a photo. */
export type PublicationTask = { by: string } & (
  | { action: "published" }
  | { action: "restored"; name: string }
  | { action: "photo-withdrawn"; photo: string }
);

export type PublicationEnd =
  | { kind: "published"; name: string; version: string; draft: Restored["draft"] }
  | { kind: "withdrawn" }
  | { kind: "invalid"; problems: readonly ContentProblem[] }
  /** The problems of the generated pages or pictures, in Polish. */
  | { kind: "refused"; reasons: string[] }
  | { kind: "busy" }
  | { kind: "failed"; reason: string };

export type PublicationState =
  | { kind: "idle" }
  | { kind: "running"; step: PublicationEvent | undefined }
  | { kind: "ended"; end: PublicationEnd; isVisible: boolean };

/** Runs the panel's publications, one at a time; all devices see the same state (P7.1, P7.2). */
export function createPublisher(deps: PublisherDeps) {
  let state: PublicationState = { kind: "idle" };

  /** False while another publication runs. */
  function start(task: PublicationTask): boolean {
    if (state.kind === "running") return false;
    state = { kind: "running", step: undefined };
    void run(task);
    return true;
  }

  async function run(task: PublicationTask): Promise<void> {
    const end = await work(task).catch((error: unknown): PublicationEnd => {
      deps.log.error(describeError(error), "the panel could not publish");
      return { kind: "failed", reason: error instanceof Error ? error.message : String(error) };
    });
    // The owner reads the reason, which may quote the content.
    if (end.kind === "failed") deps.log.error({ action: task.action }, "a publication failed");
    const succeeded = end.kind === "published" || end.kind === "withdrawn";
    const { action, by: device } = task;
    await deps.auditLog.write({ action, device, succeeded }).catch((error: unknown) => {
      deps.log.error({ err: error }, "a publication could not be recorded in the audit log");
    });
    state = { kind: "ended", end, isVisible: false };
  }

  async function work(task: PublicationTask): Promise<PublicationEnd> {
    const { by } = task;
    const publish = (publication: Publication) =>
      deps.publish(publication, (step) => {
        state = { kind: "running", step };
      });
    if (task.action === "photo-withdrawn")
      return endOf(await withdrawEverywhere(task.photo, { ...deps, publish, by }), "same");
    if (task.action === "published") {
      const outcome = await publish({ contentDir: draftDir(deps.config), origin: "panel", by });
      return endOf(outcome, "same");
    }
    const restored = await restorePublication(task.name, { folders: deps.config, publish, by });
    return restored
      ? endOf(restored.outcome, restored.draft)
      : { kind: "refused", reasons: ["Tej wersji już nie ma."] };
  }

  return {
    start,
    state(): PublicationState {
      if (state.kind !== "ended" || state.end.kind !== "published") return state;
      return { ...state, isVisible: state.end.version === deps.site.facts().version };
    },
  };
}

function endOf(outcome: Withdrawn, draft: Restored["draft"]): PublicationEnd {
  if (outcome.kind === "published") return { ...outcome, draft };
  return outcome.kind === "unusable-picture" ? { kind: "refused", reasons: [outcome.text] } : outcome;
}
