import { readdir, readFile, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { Hono } from "hono";
import * as z from "zod/mini";
import { contentOf, type HistoryFolders } from "../../publishing/history.ts";
import { type ContentPlaces, draftDir } from "../../publishing/own-content.ts";
import { pictureName } from "../../publishing/site/picture-name.ts";
import { currentRelease } from "../../server/releases.ts";
import { type PanelEnv, sendError } from "./env.ts";
import { query } from "./json-body.ts";

export type PhotosApiDeps = {
  folders: HistoryFolders & ContentPlaces & { cacheDir: string; siteDir: string };
};

const types: Record<string, string> = { ".png": "image/png", ".webp": "image/webp", ".avif": "image/avif" };
const fileName = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** The owner's photographs. */
export function createPhotosApi({ folders }: PhotosApiDeps) {
  /** The photograph of that name in a publication; without one in the draft, else in what visitors see. */
  async function find(file: string, version: string | undefined): Promise<string | undefined> {
    const contents =
      version === undefined
        ? [draftDir(folders), contentOf(folders, currentRelease(folders.releasesDir) ?? "")]
        : [contentOf(folders, version)];
    for (const content of contents) {
      const path = content && join(content, "photos", file);
      if (path && (await stat(path).catch(() => undefined))?.isFile()) return path;
    }
    return undefined;
  }

  return new Hono<PanelEnv>().get(
    "/photos/:file/:width{[0-9]{1,4}}",
    query(z.object({ version: z.optional(z.string()) })),
    async (c) => {
      const { file, width } = c.req.param();
      const path = fileName.test(file) ? await find(file, c.req.valid("query").version) : undefined;
      if (path === undefined) return sendError(c, 404, "not-found");
      const original = await readFile(path);
      const encoded = await pictureOf(pictureName(file, original), Number(width));
      return c.body(encoded?.bytes ?? new Uint8Array(original), 200, {
        "Content-Type": encoded?.type ?? types[extname(file).toLowerCase()] ?? "image/jpeg",
        // A photograph that is replaced by hand keeps its name.
        "Cache-Control": "private, max-age=60",
      });
    },
  );

  /** The smallest encoded form that is wide enough; undefined while there is none, so that the photograph itself is shown. */
  async function pictureOf(name: string, width: number) {
    // Those of the sample are a part of the site that was built with the program.
    const kept = [join(folders.cacheDir, "pictures", name), join(folders.siteDir, "client/pictures")];
    for (const folder of kept) {
      const widths = (await readdir(folder).catch(() => []))
        .flatMap((file) => (file.startsWith(`${name}-`) && /-(\d+)\.webp$/.exec(file)?.[1]) || [])
        .map(Number)
        .sort((one, other) => one - other);
      const chosen = widths.find((one) => one >= width) ?? widths.at(-1);
      if (chosen === undefined) continue;
      const bytes = await readFile(join(folder, `${name}-${chosen}.webp`));
      return { bytes: new Uint8Array(bytes), type: "image/webp" };
    }
    return undefined;
  }
}
