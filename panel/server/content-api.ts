import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import { type ContentName, contentNames, contentSchemas } from "../../content-model/content.ts";
import { fileLabel } from "../../content-model/describe-changes.ts";
import { formOf } from "../../content-model/form-of.ts";
import { factsOf } from "../../content-model/load.ts";
import { readLogoFiles } from "../../content-model/logo-file.ts";
import { isTree, valueAt } from "../../content-model/path.ts";
import type { PreviewPage } from "../../content-model/preview-page.ts";
import { change } from "../../content-model/writing/change.ts";
import { maxChanges } from "../../content-model/writing/changes.ts";
import { changesBetween } from "../../publishing/compare-content.ts";
import { type Draft, publishedDir } from "../../publishing/draft.ts";
import { contentOf } from "../../publishing/history.ts";
import { leftToDo } from "../../publishing/launch/left-to-do.ts";
import { draftDir } from "../../publishing/own-content.ts";
import { svgPolicy } from "../../server/security-headers.ts";
import { offsiteFacts } from "./backups/offsite/offsite-backups.ts";
import { found, jsonBody, ofVersion, type PanelDeps, routes, sendDone, sendError } from "./env.ts";

/** The panel sends more in parts. */
const changes = z.object({ changes: z.array(change).check(z.maxLength(maxChanges)) });

/** Any JSON value. With a precise type Hono would expand every possible shape. */
type Json = string | number | boolean | null | object;

const pages: readonly PreviewPage[] = [
  ...contentNames.filter((name) => name !== "site" && name !== "prywatnosc"),
  "dziekujemy-direct",
];

/**
 * A draft page is shown in a frame of the panel and can neither run scripts nor send anything. Not `sandbox`: without scripts Safari
 * reports no clicks there to the panel (WebKit bug 218086), and with scripts it would add nothing (T7).
 */
const framedHeaders = {
  "Content-Security-Policy": [
    "default-src 'none'",
    "img-src 'self' data:",
    "font-src 'self'",
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join("; "),
  "Cross-Origin-Embedder-Policy": "require-corp",
};

/** The content as forms: fields, values, problems that prevent publishing (P4.1, P4.2, P4.3), and previews of the pages. */
export function createContentApi({ draft, preview, enquiries, settings, backups, clock }: PanelDeps) {
  const folders = settings.config();
  const { dataDir, siteUrl } = folders;
  /** The folder of an earlier publication; without one, of the draft. */
  const folderOf = (version: string | undefined) =>
    version === undefined ? draftDir(folders) : contentOf(folders, version);

  function stateOf(name: ContentName) {
    const { files, media } = draft.read();
    const { value } = files[name];
    const checked = draft.check();
    return {
      value: value as Json | undefined,
      problems: problemsOf(checked)
        .filter((problem) => problem.name === name)
        .map(({ path, problem }) => ({
          at: path.join("."),
          text: problem,
          /** The value that was checked; the form may already hold a newer one. */
          about: valueAt(value, path) as Json | undefined,
        })),
      choices: {
        services: choices(valueAt(files.oferta.value, ["services"])),
        categories: choices(valueAt(files.galeria.value, ["categories"])),
      } as Record<string, ReturnType<typeof choices>>,
      photos: media.photos,
      /** The values of placeholders in braces; none while the content is invalid. */
      facts: (checked.ok
        ? { ...factsOf(checked.content.site), retentionDays: String(settings.config().enquiryRetentionDays) }
        : {}) as Record<string, string>,
      unpublished: changesBetween(publishedDir(folders), draftDir(folders)).length,
    };
  }

  return routes()
    .get("/content", async (c) => {
      const { mailConfigured } = await enquiries.health();
      const tasks = leftToDo(draft.read(), {
        siteUrl,
        isPublished: draft.isPublished(),
        mailConfigured,
        lastBackup: await backups.lastMadeAt(),
        offsite: offsiteFacts(dataDir, clock.now()),
        now: new Date(clock.now()),
      });
      const todos = tasks.map(({ name, why, at, problems }) => ({ name, why, at, left: problems.length }));
      const found = problemsOf(draft.check());
      const files = contentNames.map((name) => ({
        name,
        label: fileLabel(name),
        problems: found.filter((problem) => problem.name === name).length,
      }));
      return c.json({ files, todos });
    })
    .post("/content/begin", (c) => sendDone(c, draft.begin()))
    .get("/content/:name", (c) => {
      const name = nameOf(c.req.param("name"));
      return c.json({ form: formOf(contentSchemas[name]) as object, ...stateOf(name) });
    })
    .put("/content/:name", jsonBody(changes), async (c) => {
      const name = nameOf(c.req.param("name"));
      const unmade = await draft.change(name, c.req.valid("json").changes);
      return c.json({ ...stateOf(name), unmade: unmade as { at: number; reason: string; found?: Json }[] });
    })
    .get("/preview/:page", ofVersion, async (c) => {
      const page = pages.find((name) => name === c.req.param("page"));
      const { version } = c.req.valid("query");
      if (page === undefined || folderOf(version) === undefined) return sendError(c, 404, "not-found");
      const html = await preview.render(page, version);
      if (html !== undefined) return c.html(html, 200, framedHeaders);
      // Not an error: the draft is being edited, or the publication is older than a rule for its content.
      const headers = { ...framedHeaders, "X-Preview-Nothing": "1" };
      return c.html(version === undefined ? unfinished : outdated, 200, headers);
    })
    .get("/preview-logo/:file", ofVersion, async (c) => {
      const file = c.req.param("file");
      const folder = found(folderOf(c.req.valid("query").version));
      const logos = readLogoFiles(folder);
      if (!Object.hasOwn(logos, file) || logos[file] !== undefined) return sendError(c, 404, "not-found");
      const bytes = await readFile(join(folder, file));
      const type = file.endsWith(".svg") ? "image/svg+xml" : "image/png";
      const headers = { "Content-Type": type, "Content-Security-Policy": svgPolicy };
      return c.body(new Uint8Array(bytes), 200, headers);
    });
}

const nameOf = (text: string) => found(contentNames.find((name) => name === text));

const problemsOf = (checked: ReturnType<Draft["check"]>) => (checked.ok ? [] : checked.problems);

/** The entries of a list that other fields can refer to. */
function choices(entries: unknown): { value: string; label: string }[] {
  if (!Array.isArray(entries)) return [];
  return entries
    .filter(isTree)
    .flatMap(({ id, name }) =>
      typeof id === "string" && id ? [{ value: id, label: String(name || id) }] : [],
    );
}

const unfinished = textPage(
  "Nie ma jeszcze czego pokazać",
  "Podgląd pokaże się, gdy poprawisz w treści to, co nie pozwala jej opublikować.",
);

const outdated = textPage(
  "Tej wersji nie da się już pokazać",
  "Jej treść nie pasuje do obecnego programu. Co się w niej zmieniło, mówi lista zmian.",
);

function textPage(heading: string, text: string): string {
  return `<!doctype html><html lang="pl"><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>Podgląd</title>
<style>body{margin:2rem;font:1.0625rem/1.5 system-ui,sans-serif}</style>
<body><main><h1>${heading}</h1><p>${text}</p></main></body></html>`;
}
