import { setTimeout } from "node:timers/promises";
import type { Context } from "hono";
import * as z from "zod/mini";
import { contentNames } from "../../content-model/content.ts";
import { type ContentChange, formatValue, trailTo } from "../../content-model/describe-changes.ts";
import { photosWithin } from "../../content-model/named-photos.ts";
import { isSame, isTree, type Path, valueAt } from "../../content-model/path.ts";
import type { ContentProblem } from "../../content-model/problems.ts";
import { path } from "../../content-model/writing/change.ts";
import { describeError } from "../../enquiries/log.ts";
import { readLedger } from "../../opinions/ledger.server.ts";
import { changesBetween, nameOfTexts } from "../../publishing/compare-content.ts";
import { publishedDir } from "../../publishing/draft.ts";
import { beforeCurrent, contentOf, listHistory, readEntry } from "../../publishing/history.ts";
import { findForbiddenSamples } from "../../publishing/launch/forbidden-samples.ts";
import { findAltered } from "../../publishing/opinions/find-altered.ts";
import { draftDir } from "../../publishing/own-content.ts";
import { smallestRemoval } from "../../publishing/remove-photo.ts";
import { type Restored, restorePublication } from "../../publishing/restore.ts";
import type { Publication, PublicationEvent } from "../../publishing/start-publication.ts";
import { type Withdrawn, withdrawPhoto } from "../../publishing/withdraw.ts";
import { currentRelease } from "../../server/releases.ts";
import { found, jsonBody, type PanelDeps, type PanelEnv, query, routes, sendError } from "./env.ts";

export type ChangeView = ReturnType<typeof viewOf>;

export type ProblemView = {
  text: string;
  trail: string[];
  place?: Place | undefined;
  /** Whether one tap leaves it out of the site. */
  canHide?: boolean | undefined;
  isSample?: boolean | undefined;
};

/** A field of the content that a form can show. */
const place = z.object({ name: z.enum(contentNames), path });

type Place = z.output<typeof place>;

/** By `trail` a repeated call knows that the next item of a list has moved to the place. */
const hiding = z.object({
  all: z.optional(z.boolean()),
  place: z.optional(place),
  trail: z.optional(z.array(z.string())),
});

const historyPage = 50;

/** Unpublished changes, the history, and publications that the owner starts. */
export function createPublishApi({ settings, draft }: PanelDeps, publisher: Publisher) {
  const folders = settings.config();
  const shown = () => publishedDir(folders);
  const unpublished = () => changesBetween(shown(), draftDir(folders));
  /** A session alone must not move the mailbox that enquiries, warnings and recovery links go to (T9, T10). */
  const movesMailbox = (content: string) =>
    draft.isPublished() &&
    settings.config().mailTo === undefined &&
    changesBetween(shown(), content).some(({ name, path: [key] }) => name === "site" && key === "email");
  function start(c: Context<PanelEnv>, task: PublicationTask, content: string) {
    if (!c.get("session").fresh && movesMailbox(content)) return sendError(c, 403, "needs-passkey");
    return publisher.start(task) ? c.body(null, 204) : sendError(c, 409, "busy");
  }
  /** What visitors see now and after an undo. */
  const versions = () => ({
    current: currentRelease(folders.releasesDir) ?? null,
    undo: beforeCurrent(folders) ?? null,
  });

  /** Samples (C7.3) and altered opinions (C5.2), which prevent publishing, and whether each can be hidden. */
  function forbidden(): ProblemView[] {
    const { files } = draft.read();
    const altered = findAltered({ files }, readLedger(folders.dataDir));
    const samples = folders.isPublic ? findForbiddenSamples({ files }) : [];
    return viewsOf([...samples, ...altered]).map((view, at) => {
      const { place } = view;
      const value = place && files[place.name].value;
      const removal = place && smallestRemoval(place.name, value, place.path);
      const taken = removal && valueAt(value, removal.at);
      // Beside somebody's consent the rest of an entry is their own words.
      const isTheirs = place?.name === "osiagniecia" && isTree(taken) && "consent" in taken;
      const isSample = at < samples.length;
      return { ...view, canHide: removal !== undefined && !(isSample && isTheirs), isSample };
    });
  }

  function viewsOf(problems: readonly ContentProblem[]): ProblemView[] {
    const { files } = draft.read();
    return problems.map(({ name, path, problem }) => {
      if (name === undefined) return { text: problem, trail: [] };
      const { value } = files[name];
      return { text: problem, trail: trailTo(name, path, value), place: { name, path } };
    });
  }

  return routes()
    .get("/publish/count", (c) => c.json({ count: unpublished().length }))
    .get("/publish", (c) => {
      const checked = draft.check();
      const problems = [...(checked.ok ? [] : viewsOf(checked.problems)), ...forbidden()];
      const name = nameOfTexts(draftDir(folders));
      return c.json({ changes: unpublished().map(viewOf), name, problems, ...versions() });
    })
    .get("/publish/state", (c) => {
      const state = publisher.state();
      const found = state.kind === "ended" && state.end.kind === "invalid" ? state.end.problems : [];
      // Of an earlier version only the texts: its places are not those of the draft.
      const isEarlier = state.kind !== "idle" && state.action === "restored";
      const texts = new Set(found.map(({ problem }) => problem));
      const problems = isEarlier ? [...texts].map((text) => ({ text, trail: [] })) : viewsOf(found);
      return c.json({ ...state, problems });
    })
    .post("/publish", query(z.object({ texts: z.optional(z.string()) })), (c) => {
      const { texts } = c.req.valid("query");
      const content = draftDir(folders);
      const now = nameOfTexts(content);
      if (texts !== undefined && texts !== now) return sendError(c, 409, "changed");
      // Asked again after a lost response: a second publication would leave nothing to undo.
      const last = publisher.state();
      const isDone = last.kind === "ended" && last.action === "published" && last.end.kind === "published";
      if (texts && isDone && unpublished().length === 0) return c.body(null, 204);
      const { fresh, deviceName: by } = c.get("session");
      // Nothing that another device adds is published unseen, nor another mailbox unproven.
      return start(c, { action: "published", by, texts: fresh ? texts : now }, content);
    })
    .post("/publish/hide", jsonBody(hiding), async (c) => {
      const { all, place, trail } = c.req.valid("json");
      const isAsked = (one: Place) => place?.name === one.name && isSame(place.path, one.path);
      const wanted = forbidden().flatMap(({ canHide, isSample, place: one, trail: seen }) =>
        canHide && one && (all ? isSample : isAsked(one) && isSame(trail ?? seen, seen)) ? [one] : [],
      );
      // Backwards, so that earlier items keep their positions.
      for (const one of wanted.reverse()) {
        const removal = smallestRemoval(one.name, draft.read().files[one.name].value, one.path);
        const unmade = removal ? await draft.change(one.name, [removal.change]) : [];
        if (unmade.length > 0) return sendError(c, 409, "changed");
      }
      return c.body(null, 204);
    })
    .get("/history", query(z.object({ before: z.optional(z.string()) })), (c) => {
      const { before } = c.req.valid("query");
      const older = listHistory(folders).filter(({ name }) => before === undefined || name < before);
      const isWhole = older.length <= historyPage;
      return c.json({ entries: older.slice(0, historyPage), isWhole, ...versions() });
    })
    .get("/history/:name", (c) => {
      const entry = found(readEntry(folders, c.req.param("name")));
      const content = found(contentOf(folders, entry.name));
      const previous = entry.previous && contentOf(folders, entry.previous);
      return c.json({
        entry,
        isCurrent: entry.name === currentRelease(folders.releasesDir),
        ...versions(),
        /** What the publication changed; null if the previous content is no longer kept. */
        changes: previous ? changesBetween(previous, content).map(viewOf) : null,
        changesIfRestored: changesBetween(shown(), content).map(viewOf),
      });
    })
    .post("/history/:name/restore", query(z.object({ over: z.optional(z.string()) })), (c) => {
      const name = c.req.param("name");
      // The version that the owner sees as current: what another device has published since is not taken back unseen.
      const { over } = c.req.valid("query");
      const content = found(contentOf(folders, name));
      if (over !== undefined && over !== versions().current) return sendError(c, 409, "changed");
      return start(c, { action: "restored", name, by: c.get("session").deviceName }, content);
    });
}

function viewOf({ field, before, after, ...change }: ContentChange) {
  const photos = { before: photosOf(before, change.path), after: photosOf(after, change.path) };
  return {
    ...change,
    before: formatValue(before, field),
    after: formatValue(after, field),
    photos: photos.before.length + photos.after.length > 0 ? photos : undefined,
  };
}

const photosOf = (value: unknown, path: Path) =>
  photosWithin({ [path.at(-1) ?? ""]: value }).map(({ file }) => file);

/** What to publish: the draft, the content of an earlier publication, or the site without a photo. */
type PublicationTask = { by: string } & (
  | { action: "published"; texts: string | undefined }
  | { action: "restored"; name: string }
  | { action: "photo-withdrawn"; photo: string }
);

type PublicationEnd = ReturnType<typeof endOf>;

type Action = PublicationTask["action"];

type PublicationState =
  | { kind: "idle" }
  | { kind: "running"; action: Action; step?: PublicationEvent }
  | { kind: "ended"; action: Action; end: PublicationEnd; isVisible: boolean };

export type Publisher = ReturnType<typeof createPublisher>;

/** Runs the panel's publications, one at a time; all devices see the same state (P7.1, P7.2). */
export function createPublisher({ settings, draft, site, accounts, publish, log }: PanelDeps) {
  const config = settings.config();
  let state: PublicationState = { kind: "idle" };

  /** False while another publication runs. */
  function start(task: PublicationTask): boolean {
    if (state.kind === "running") return false;
    state = { kind: "running", action: task.action };
    void run(task);
    return true;
  }

  async function run(task: PublicationTask): Promise<void> {
    const end = await work(task).catch((error: unknown): PublicationEnd => {
      log.error(describeError(error), "the panel could not publish");
      return { kind: "failed", reason: error instanceof Error ? error.message : String(error) };
    });
    // The owner reads the reason, which may quote the content.
    if (end.kind === "failed") log.error({ action: task.action }, "a publication failed");
    const succeeded = end.kind === "published" || end.kind === "withdrawn";
    const { action, by: device } = task;
    await accounts.auditLog.write({ action, device, succeeded }).catch((error: unknown) => {
      log.error({ err: error }, "a publication could not be recorded in the audit log");
    });
    const isVisible = () => end.kind === "published" && end.version === site.facts().version;
    // The server itself looks for a new release four times a second.
    for (let waits = 0; end.kind === "published" && !isVisible() && waits < 50; waits += 1)
      await setTimeout(100);
    state = { kind: "ended", action, end, isVisible: isVisible() };
  }

  async function work(task: PublicationTask): Promise<PublicationEnd> {
    const { by } = task;
    const publishing = {
      by,
      publish: (publication: Publication) =>
        publish(publication, (step) => {
          state = { kind: "running", action: task.action, step };
        }),
    };
    if (task.action === "photo-withdrawn")
      return endOf(await withdrawPhoto(task.photo, { ...publishing, config, draft }), "same");
    if (task.action === "published") {
      const publication = { contentDir: draftDir(config), origin: "panel", by, texts: task.texts } as const;
      return endOf(await publishing.publish(publication), "same");
    }
    const restored = await restorePublication(task.name, { ...publishing, folders: config });
    if (!restored) return refusedFor("Tej wersji już nie ma.");
    if (restored.error) log.error(describeError(restored.error), "the draft could not follow a restore");
    return endOf(restored.outcome, restored.draft);
  }

  return { start, state: () => state };
}

function endOf(outcome: Withdrawn, draft: Restored["draft"]) {
  if (outcome.kind === "published") return { ...outcome, draft };
  return outcome.kind === "unusable-picture" ? refusedFor(outcome.text) : outcome;
}

/** The reason in Polish. */
const refusedFor = (reason: string) => ({ kind: "refused", reason }) as const;
