import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import { contentNames } from "../../content-model/content.ts";
import { type ContentChange, formatValue, trailTo } from "../../content-model/describe-changes.ts";
import { photosWithin } from "../../content-model/media-checks.ts";
import { isSame, type Path } from "../../content-model/path.ts";
import type { ContentProblem } from "../../content-model/problems.ts";
import { path } from "../../content-model/writing/change.ts";
import { readLedger } from "../../opinions/ledger.server.ts";
import { changesBetween } from "../../publishing/content-copy.ts";
import { publishedDir } from "../../publishing/draft.ts";
import { beforeCurrent, contentOf, listHistory, readEntry } from "../../publishing/history.ts";
import { findNotOwn, planHiding } from "../../publishing/launch/not-own.ts";
import { findAltered } from "../../publishing/opinions/find-altered.ts";
import { draftDir } from "../../publishing/own-content.ts";
import { currentRelease } from "../../server/releases.ts";
import { jsonBody, type PanelDeps, type PanelEnv, query, sendError } from "./env.ts";
import type { PublicationTask } from "./publisher.ts";

export type ChangeView = ReturnType<typeof viewOf>;

export type ProblemView = {
  text: string;
  trail: string[];
  place?: Place | undefined;
  /** Whether one tap leaves it out of the site. */
  canHide?: boolean | undefined;
};

/** A position in the content that its form can open. */
const place = z.object({ name: z.enum(contentNames), path });

type Place = z.output<typeof place>;

const historyPage = 50;

export function createPublishApi({ settings, publisher, draft }: PanelDeps) {
  const folders = settings.config();
  const shown = () => publishedDir(folders);
  const unpublished = () => changesBetween(shown(), draftDir(folders));
  const start = (c: Context, task: PublicationTask) =>
    publisher.start(task) ? c.body(null, 204) : sendError(c, 409, "busy");
  /** What visitors see now and after an undo. */
  const versions = () => ({
    current: currentRelease(folders.releasesDir) ?? null,
    undo: beforeCurrent(folders) ?? null,
  });

  /** What keeps the draft from visitors, samples (C7.3) and altered opinions (C5.2), and whether it can be left out. */
  function notOwn(): ProblemView[] {
    const { files } = draft.read();
    const altered = findAltered({ files }, readLedger(folders.dataDir));
    const problems = [...(folders.isPublic ? findNotOwn({ files }) : []), ...altered];
    return viewsOf(problems).map((view) => ({
      ...view,
      canHide: view.place && planHiding(view.place, files[view.place.name].value) !== undefined,
    }));
  }

  function viewsOf(problems: readonly ContentProblem[]): ProblemView[] {
    const { files } = draft.read();
    return problems.map(({ name, path, problem }) => {
      if (name === undefined) return { text: problem, trail: [] };
      const { value } = files[name];
      return { text: problem, trail: trailTo(name, path, value), place: { name, path } };
    });
  }

  return new Hono<PanelEnv>()
    .get("/publish/count", (c) => c.json({ count: unpublished().length }))
    .get("/publish", (c) => {
      const checked = draft.check();
      const problems = [...(checked.ok ? [] : viewsOf(checked.problems)), ...notOwn()];
      return c.json({ changes: unpublished().map(viewOf), problems, ...versions() });
    })
    .get("/publish/state", (c) => {
      const state = publisher.state();
      const found = state.kind === "ended" && state.end.kind === "invalid" ? state.end.problems : [];
      return c.json({ ...state, problems: viewsOf(found) });
    })
    .post("/publish", (c) => start(c, { action: "published", by: c.get("session").deviceName }))
    .post(
      "/publish/hide",
      jsonBody(z.object({ all: z.optional(z.boolean()), place: z.optional(place) })),
      async (c) => {
        const { all, place } = c.req.valid("json");
        const wanted = notOwn().flatMap((view) => (view.canHide && view.place ? [view.place] : []));
        const isAsked = (one: Place) => all || (place?.name === one.name && isSame(place.path, one.path));
        // Backwards, so that the items before keep their places.
        for (const one of wanted.filter(isAsked).reverse()) {
          const change = planHiding(one, draft.read().files[one.name].value);
          if (change) await draft.change(one.name, [change]);
        }
        return c.body(null, 204);
      },
    )
    .get("/history", query(z.object({ before: z.optional(z.string()) })), (c) => {
      const { before } = c.req.valid("query");
      const older = listHistory(folders).filter(({ name }) => before === undefined || name < before);
      return c.json({
        entries: older.slice(0, historyPage),
        isWhole: older.length <= historyPage,
        ...versions(),
      });
    })
    .get("/history/:name", (c) => {
      const entry = readEntry(folders, c.req.param("name"));
      const content = entry && contentOf(folders, entry.name);
      if (!content) return sendError(c, 404, "not-found");
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
    .post("/history/:name/restore", (c) => {
      const name = c.req.param("name");
      if (!contentOf(folders, name)) return sendError(c, 404, "not-found");
      return start(c, { action: "restored", name, by: c.get("session").deviceName });
    });
}

function viewOf({ name, path, trail, kind, entry, before, after, widget }: ContentChange) {
  const photos = { before: photosOf(before, path), after: photosOf(after, path) };
  return {
    name,
    path,
    trail,
    kind,
    /** The name of the added or removed entry. */
    entry,
    before: formatValue(before, widget),
    after: formatValue(after, widget),
    photos: photos.before.length + photos.after.length > 0 ? photos : undefined,
  };
}

function photosOf(value: unknown, path: Path): string[] {
  if (path.at(-1) === "file" && typeof value === "string") return [value];
  return photosWithin(value).map(({ file }) => file);
}
