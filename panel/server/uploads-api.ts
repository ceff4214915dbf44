import { join } from "node:path";
import { Hono } from "hono";
import * as z from "zod/mini";
import { listPhotos } from "../../content-model/read-content.ts";
import { importLogo } from "../../publishing/import-logo.ts";
import { draftDir } from "../../publishing/own-content.ts";
import { changeNote, readNotes } from "../../publishing/photos/photo-notes.ts";
import { limitBody, type PanelDeps, type PanelEnv, partOfFile, query } from "./env.ts";

const maxPartBytes = 512 * 1024;
const fileName = z.string().check(z.maxLength(200));
const hash = "[0-9a-f]{64}";

/** Uploads of photos and the logo. A photo is identified by its SHA-256, and sending a part twice changes nothing. */
export function createUploadsApi({ uploads, settings, clock }: PanelDeps) {
  const folders = settings.config();
  const photosDir = () => join(draftDir(folders), "photos");
  const limitPart = limitBody(maxPartBytes);

  /** The photo that was made from the same bytes before, unless it has been deleted by hand. */
  async function findStored(sent: string): Promise<string | undefined> {
    const notes = Object.entries(await readNotes(photosDir()));
    const present = listPhotos(draftDir(folders));
    return notes.find(([file, note]) => note.sent === sent && present.includes(file))?.[0];
  }

  return new Hono<PanelEnv>()
    .get(`/uploads/:hash{${hash}}`, async (c) => {
      const sent = c.req.param("hash");
      return c.json({ received: await uploads.receivedOf(sent), file: (await findStored(sent)) ?? null });
    })
    .put(
      `/uploads/:hash{${hash}}`,
      limitPart,
      query(z.object({ ...partOfFile, name: fileName })),
      async (c) => {
        const sent = c.req.param("hash");
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
      },
    )
    .put("/uploads/logo", limitPart, query(z.object({ name: fileName })), async (c) => {
      const bytes = Buffer.from(await c.req.arrayBuffer());
      return c.json(await importLogo(folders, { ...c.req.valid("query"), bytes }));
    });
}
