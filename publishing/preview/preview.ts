import { readFile, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import type { RenderRequest } from "../../app/entry.server.tsx";
import type { RenderData } from "../../app/payload-types.ts";
import { photoFiles, withoutHidden } from "../../app/payloads.ts";
import { routes } from "../../app/routes.ts";
import type { PictureFile } from "../../app/ui/picture.tsx";
import type { Content } from "../../content-model/content.ts";
import { contentOn, dayInWarsaw } from "../../content-model/content-on-day.ts";
import { type DaySlots, slotId } from "../../content-model/format-opening-hours.ts";
import { checkContent } from "../../content-model/load.ts";
import { pngSize } from "../../content-model/logo-file.ts";
import type { PreviewPage } from "../../content-model/preview-page.ts";
import { type RawContent, readContentFolder, valuesOf } from "../../content-model/read-content.ts";
import { readLedger } from "../../opinions/ledger.server.ts";
import type { SharedConfig } from "../basis.ts";
import { type ClientCode, loadCode } from "../code-build.ts";
import type { DraftFolders } from "../draft.ts";
import { contentOf } from "../history.ts";
import { draftDir } from "../own-content.ts";
import type { Renderer } from "../site/pages.ts";
import { pictureName } from "../site/pictures.ts";
import { accentCss, renderFacts } from "../site/render-facts.ts";
import { markFields, markOf } from "./mark-fields.ts";
import type { PreviewAnswer, PreviewRequest } from "./start-preview.ts";

// Runs as a process of its own, so previews neither block the server nor grow its memory.
if (import.meta.main) {
  let current: { readonly config: string; readonly preview: ReturnType<typeof createPreview> } | undefined;
  // The server is gone.
  process.once("disconnect", () => process.exit());
  process.on("message", async ({ page, version, config }: PreviewRequest) => {
    const text = JSON.stringify(config);
    if (current?.config !== text) {
      const preview = createPreview(config, { loadCode: () => loadCode(config.codeDir), now: Date.now });
      current = { config: text, preview };
    }
    process.send?.({ html: await current.preview.render(page, version) } satisfies PreviewAnswer);
  });
}

type PreviewConfig = DraftFolders & Pick<SharedConfig, "settings" | "cacheDir" | "dataDir">;

interface PreviewDeps {
  /** The renderer, loaded at the first preview. */
  readonly loadCode: () => Promise<{
    readonly renderer: Pick<Renderer, "createRender" | "renderBareDocument">;
    readonly client: ClientCode;
  }>;
  readonly now: () => number;
}

/**
 * Renders the pages of the draft, or of an earlier publication, as publishing would, without scripts. Texts carry the marks of their
 * fields (`mark-fields.ts`) (P6.1, P7.3).
 */
export function createPreview(config: PreviewConfig, { loadCode, now }: PreviewDeps) {
  let last: RawContent | undefined;
  const pictures = createPictures(join(config.cacheDir, "pictures"));

  return {
    /** Undefined while problems in the content prevent publishing. */
    async render(page: PreviewPage, version?: string): Promise<string | undefined> {
      const folder = version === undefined ? draftDir(config) : contentOf(config, version);
      if (folder === undefined) return undefined;
      const raw = readContentFolder(folder, last);
      last = raw;
      const checked = checkContent(raw);
      if (!checked.ok) return undefined;
      const { renderer, ...code } = await loadCode();
      const request = requestFor(page);
      const day = dayInWarsaw(new Date(now()));
      const content = withoutHidden(contentOn(checked.content, day), request.name);
      const query = version === undefined ? "?" : `?version=${version}&`;
      const drawn = await pictures(join(folder, "photos"), photoFiles(content), query);
      const logo =
        content.site.logo === undefined ? undefined : await logoOf(folder, content.site.logo, query);

      const marked = markFields(content, valuesOf(raw));
      const facts = renderFacts(
        // Parsed by `renderFacts`, so it carries no mark; `markDerived` marks what pages show.
        { ...marked, site: { ...marked.site, telephone: content.site.telephone } },
        drawn,
        { ...config.settings, logo, received: { count: readLedger(config.dataDir).received, until: day } },
      );
      const baseCss = accentCss(content.site.accent) + code.client.baseCss + frameCss;
      const client = { ...code.client, baseCss, manifest: "", icons: [] };
      const data: RenderData = { ...markDerived(facts, content), cards: {}, client };
      return (await renderer.createRender(data, renderer.renderBareDocument)(request)).html;
    },
  };
}

type Facts = ReturnType<typeof renderFacts>;

/** Marks values that combine several fields, or that are parsed before they are shown. */
function markDerived({ site, payloads, ...facts }: Facts, content: Content): Facts {
  const phone = site.phone && { ...site.phone, label: site.phone.label + markOf("site:telephone") };
  const openingHours = site.openingHours.map(([days, hours], at): [string, string] => {
    const [opens, closes] = hours.split("–");
    const mark = (key: string) => markOf(`site:openingHours.${at}.${key}`);
    return [days + mark("days"), `${opens}${mark("opens")}–${closes}${mark("closes")}`];
  });
  const markSlot = ({ id, time, kind }: DaySlots["times"][number]) => {
    const at = content.kontakt.slots?.times.findIndex(({ days, time: written }) =>
      days.some((day) => slotId(day, written) === id),
    );
    const marks = ["time", "days", "kind"].map((key) => markOf(`kontakt:slots.times.${at}.${key}`));
    return { id, kind, time: [time, ...marks].join("") };
  };
  const entries = Object.entries(payloads).map(([path, payload]) => {
    if (!("slots" in payload) || !payload.slots) return [path, payload];
    const days = payload.slots.days.map(({ day, times }) => ({ day, times: times.map(markSlot) }));
    return [path, { ...payload, slots: { ...payload.slots, days } }];
  });
  return { ...facts, site: { ...site, phone, openingHours }, payloads: Object.fromEntries(entries) };
}

function requestFor(page: PreviewPage): RenderRequest & { name: Exclude<PreviewPage, "dziekujemy-direct"> } {
  const name = page === "dziekujemy-direct" ? "dziekujemy" : page;
  const path = routes.find((route) => route.name === name)?.path ?? "/";
  return { name, path, ...(page === "dziekujemy" && { reference: "AAAA-AAAA" }) };
}

type Measures = Pick<PictureFile, "width" | "height">;

/** For a photograph that has not been encoded yet. */
const placeholderSize: Measures = { width: 1800, height: 1200 };

/** One width is enough for both previews, and the browser caches it across pages. */
const shownWidth = 1280;

/** Turns photographs into pictures that the panel serves, encoded or not. */
function createPictures(picturesDir: string) {
  const known = new Map<string, { readonly version: string; readonly measures: Measures }>();

  async function measure(photosDir: string, photo: string): Promise<Measures> {
    const path = join(photosDir, photo);
    const name = pictureName(photo, await readFile(path));
    const made = await readFile(join(picturesDir, name, "picture.json"), "utf8").catch(() => undefined);
    return made === undefined ? placeholderSize : JSON.parse(made);
  }

  async function pictureOf(photosDir: string, photo: string, query: string): Promise<PictureFile> {
    const { mtimeMs, size } = await stat(join(photosDir, photo));
    const version = `${photosDir} ${mtimeMs} ${size}`;
    const before = known.get(photo);
    const measures = before?.version === version ? before.measures : await measure(photosDir, photo);
    if (measures !== placeholderSize) known.set(photo, { version, measures });
    // The width and format that pages append to a picture's address end up in the query, where they have no effect.
    const base = `/panel/api/photos/${encodeURIComponent(photo)}/${shownWidth}${query}`;
    return { ...measures, base, avif: [shownWidth], webp: [shownWidth], jpg: shownWidth };
  }

  return async function pictures(photosDir: string, photos: readonly string[], query: string) {
    const found = new Map<string, PictureFile>();
    // One at a time, because the originals are large.
    for (const photo of photos) found.set(photo, await pictureOf(photosDir, photo, query));
    return found;
  };
}

async function logoOf(folder: string, file: string, query: string) {
  const bytes = await readFile(join(folder, file));
  // The browser takes an SVG's ratio from the file.
  const size = extname(file) === ".png" ? pngSize(bytes) : { width: 1, height: 1 };
  const src = `/panel/api/preview-logo/${encodeURIComponent(file)}${query}`;
  // The header gives the logo's properties to its element.
  return { src, ...size, "data-path": "site:logo" };
}

const frameCss =
  "[data-path]{cursor:pointer}[data-path]:hover{outline:2px dashed #1663d6;outline-offset:2px}" +
  ".preview-focus,.preview-focus:hover{outline:3px solid #1663d6;outline-offset:4px;box-shadow:0 0 0 4px #fff}" +
  "img.preview-focus{outline-offset:-3px;box-shadow:none}";
