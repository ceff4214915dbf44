import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { getMimeType } from "hono/utils/mime";
import * as z from "zod/mini";
import { type ContentName, contentNames } from "../../content-model/content.ts";
import { trailTo } from "../../content-model/describe-changes.ts";
import { photosWithin } from "../../content-model/named-photos.ts";
import { isTree, type Path, valueAt } from "../../content-model/path.ts";
import { listPhotos, type RawContent, readContentFolder } from "../../content-model/read-content.ts";
import { publishedDir } from "../../publishing/draft.ts";
import { contentOf, shownContent } from "../../publishing/history.ts";
import { importLogo } from "../../publishing/import-logo.ts";
import { draftDir, ensureOwnContent } from "../../publishing/own-content.ts";
import { changeNote, type PhotoNote, readNotes } from "../../publishing/photos/photo-notes.ts";
import { planPhotoRemoval } from "../../publishing/remove-photo.ts";
import { pictureName } from "../../publishing/site/pictures.ts";
import { limitConcurrency } from "../../server/concurrency-limit.ts";
import {
  fileKey,
  filePart,
  found,
  isUnprovenGuest,
  jsonBody,
  ofVersion,
  type PanelDeps,
  query,
  requireFresh,
  routes,
  sendDone,
  sendError,
} from "./env.ts";
import type { Publisher } from "./publish-api.ts";

export type PhotoUse = { name: ContentName; path: Path; trail: string[] };

export type PhotoView = PhotoNote & { file: string; uses: PhotoUse[]; isShown: boolean };

/** Read once per request. `published` is what visitors see, left out if that is the draft itself. */
type Contents = { draft: RawContent; published?: RawContent };

const point = z.number().check(z.gte(0), z.lte(100));
const line = (max: number) => z.string().check(z.trim(), z.maxLength(max));
/** What the owner changed; the rest stays as another device may have left it. */
const note = z.object({
  alt: z.optional(line(200)),
  focus: z.optional(z.object({ x: point, y: point })),
  recognisablePeople: z.optional(z.boolean()),
  consent: z.optional(
    z.object({
      person: line(100),
      // The form saves while the owner types.
      date: z.string().check(z.regex(/^(?:\d{4}-\d\d-\d\d)?$/)),
      scope: line(300),
    }),
  ),
});

export type NotedPhoto = z.infer<typeof note>;

export function createPhotosApi({ settings }: PanelDeps, publisher: Publisher) {
  const folders = settings.config();
  const photosDir = () => join(draftDir(folders), "photos");

  function readContents(): Contents {
    const [draft, published] = [draftDir(folders), publishedDir(folders)];
    return {
      draft: readContentFolder(draft),
      ...(published !== draft && { published: readContentFolder(published) }),
    };
  }

  async function views({ draft, published = draft }: Contents): Promise<PhotoView[]> {
    const notes = await readNotes(photosDir());
    const uses = usesIn(draft);
    const isPreparing = folders.isPublic && shownContent(folders) === undefined;
    const shown = new Set(isPreparing ? [] : usesIn(published).map(({ file }) => file));
    const unsorted = draft.media.photos.map((file) => ({
      // What the owner has not noted is taken from its first use.
      ...uses.find((use) => use.file === file)?.description,
      ...notes[file],
      file,
      uses: uses.filter((use) => use.file === file).map(({ name, path, trail }) => ({ name, path, trail })),
      isShown: shown.has(file),
    }));
    // Newest first.
    return unsorted.sort((one, other) => (other.addedAt ?? "").localeCompare(one.addedAt ?? ""));
  }

  /** The path of a photo in the given publication; without one, in the draft or else in what visitors see. */
  function find(file: string, version: string | undefined): string {
    const contents =
      version === undefined ? [draftDir(folders), shownContent(folders)] : [contentOf(folders, version)];
    const content = contents.find((folder) => folder && listPhotos(folder).includes(file));
    return join(found(content), "photos", file);
  }

  return routes()
    .get("/photos", async (c) => c.json({ photos: await views(readContents()) }))
    .get("/photos/:file", async (c) => {
      const contents = readContents();
      const photo = found((await views(contents)).find(({ file }) => file === c.req.param("file")));
      return c.json({ photo, blockers: blockersOf(photo.file, contents) });
    })
    .put("/photos/:file", jsonBody(note), async (c) => {
      const file = c.req.param("file");
      if (!listPhotos(draftDir(folders)).includes(file)) return sendError(c, 404, "not-found");
      const changes = c.req.valid("json");
      const { recognisablePeople, consent } = changes;
      const forgets = recognisablePeople === false;
      const known = isUnprovenGuest(c.get("session")) && (await readNotes(photosDir()))[file]?.consent;
      // A consent is forgotten or overwritten for good (T8). To go on typing loses nothing.
      const isLost = (field: keyof NonNullable<typeof consent>) =>
        known && consent && !consent[field].startsWith(known[field]);
      if (known && (forgets || isLost("person") || isLost("date") || isLost("scope")))
        return sendError(c, 403, "needs-passkey");
      await ensureOwnContent(folders);
      const described = (old: PhotoNote) => ({ ...old, ...changes, ...(forgets && { consent: undefined }) });
      return sendDone(c, changeNote(photosDir(), file, described));
    })
    .delete("/photos/:file", requireFresh, (c) => {
      const file = c.req.param("file");
      const contents = readContents();
      if (!contents.draft.media.photos.includes(file)) return sendError(c, 404, "not-found");
      if (blockersOf(file, contents).length > 0) return sendError(c, 409, "refused");
      const task = { action: "photo-withdrawn", photo: file, by: c.get("session").deviceName } as const;
      return publisher.start(task) ? c.body(null, 204) : sendError(c, 409, "busy");
    })
    .get("/photos/:file/:width{[0-9]{1,4}}", ofVersion, async (c) => {
      const { file, width } = c.req.param();
      const path = find(file, c.req.valid("query").version);
      const original = await readFile(path);
      const encoded = await pictureOf(pictureName(file, original), Number(width));
      return c.body(new Uint8Array(encoded ?? original), 200, {
        "Content-Type": encoded ? "image/webp" : (getMimeType(file) ?? "image/jpeg"),
        // A photo that is replaced by hand keeps its name.
        "Cache-Control": "private, max-age=60",
      });
    });

  /** The smallest encoded picture that is wide enough; undefined if there is none yet, so the photo itself is sent. */
  async function pictureOf(name: string, width: number) {
    // The sample's pictures are part of the built site.
    const kept = [join(folders.cacheDir, "pictures", name), join(folders.siteDir, "client/pictures")];
    for (const folder of kept) {
      const widths = (await readdir(folder).catch(() => []))
        .flatMap((file) => (file.startsWith(`${name}-`) && /-(\d+)\.webp$/.exec(file)?.[1]) || [])
        .map(Number)
        .sort((one, other) => one - other);
      const chosen = widths.find((one) => one >= width) ?? widths.at(-1);
      if (chosen !== undefined) return readFile(join(folder, `${name}-${chosen}.webp`));
    }
    return undefined;
  }
}

function usesIn({ files }: RawContent): (PhotoUse & { file: string; description: PhotoNote })[] {
  return contentNames.flatMap((name) =>
    photosWithin(files[name].value).map(({ path: fileAt, file }) => {
      const { value } = files[name];
      const path = fileAt.slice(0, -1);
      const description = descriptionOf(valueAt(value, path), valueAt(value, path.slice(0, -1)));
      return { name, file, path, trail: trailTo(name, path, value), description };
    }),
  );
}

/** How a content entry describes its photo; the people in it are named in a sibling field. */
function descriptionOf(photo: unknown, beside: unknown): PhotoNote {
  const { alt, focus } = isTree(photo) ? photo : {};
  const { recognisablePeople, consent } = isTree(beside) ? beside : {};
  return {
    ...(recognisablePeople === true &&
      isTree(consent) && { recognisablePeople, consent: consent as unknown as PhotoNote["consent"] }),
    alt: typeof alt === "string" ? alt : undefined,
    focus: isTree(focus) ? (focus as unknown as PhotoNote["focus"]) : undefined,
  };
}

/** Uses that must get another photo before this one can be removed: in the draft, or on the site until the draft is published. */
function blockersOf(file: string, { draft, published }: Contents): (PhotoUse & { isDraft: boolean })[] {
  const blockersIn = ({ files }: RawContent, isDraft: boolean) =>
    contentNames.flatMap((name) => {
      const path = planPhotoRemoval(name, files[name].value, file).blockedAt;
      return path ? [{ name, path, trail: trailTo(name, path, files[name].value), isDraft }] : [];
    });
  return [...blockersIn(draft, true), ...(published ? blockersIn(published, false) : [])];
}

/** File systems keep names of at most 255 characters. */
const sentFile = z.object({ name: z.string().check(z.maxLength(255)) });
const sentPart = z.extend(filePart, sentFile.shape);

/** Uploads of photos and the logo. A photo is identified by its SHA-256, and sending a part twice changes nothing. */
export function createUploadsApi({ uploads, settings, clock }: PanelDeps) {
  const folders = settings.config();
  const photosDir = () => join(draftDir(folders), "photos");
  const inTurn = limitConcurrency({ atOnce: 1 });

  /** The photo that was made from the same bytes before, unless it has been deleted by hand. */
  async function findStored(sent: string): Promise<string | undefined> {
    const notes = Object.entries(await readNotes(photosDir()));
    const present = listPhotos(draftDir(folders));
    return notes.find(([file, note]) => note.sent === sent && present.includes(file))?.[0];
  }

  return routes()
    .get(`/uploads/${fileKey}`, async (c) => {
      const sent = c.req.param("key");
      return c.json({ received: await uploads.receivedOf(sent), file: (await findStored(sent)) ?? null });
    })
    .put(`/uploads/${fileKey}`, query(sentPart), async (c) => {
      const sent = c.req.param("key");
      const file = await findStored(sent);
      if (file !== undefined) return c.json({ kind: "stored" as const, file });
      const bytes = Buffer.from(await c.req.arrayBuffer());
      const upload = await uploads.append(sent, { ...c.req.valid("query"), bytes });
      if (upload.kind === "stored") {
        await changeNote(photosDir(), upload.file, (note) => ({
          ...note,
          sent,
          addedAt: note.addedAt ?? new Date(clock.now()).toISOString(),
        }));
      }
      return c.json(upload);
    })
    .put("/uploads/logo", query(sentFile), async (c) => {
      const bytes = Buffer.from(await c.req.arrayBuffer());
      return c.json(await inTurn(() => importLogo(folders, c.req.valid("query").name, bytes)));
    });
}
