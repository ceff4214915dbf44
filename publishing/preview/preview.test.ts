import { vercelStegaDecodeAll, vercelStegaSplit } from "@vercel/stega";
import { describe, expect, test } from "vitest";
import { type ContentName, contentNames, contentSchemas } from "../../content-model/content.ts";
import type { FormField } from "../../content-model/form-field.ts";
import { formOf } from "../../content-model/form-of.ts";
import { isTree } from "../../content-model/path.ts";
import { type PreviewPage, previewPage } from "../../content-model/preview-page.ts";
import { smallestContent, writeContentFolder } from "../../content-model/testing/content-folder.ts";
import { writeLedger } from "../../opinions/ledger.server.ts";
import { createDraft } from "../draft.ts";
import { client, createRender, renderBareDocument } from "../testing/renderer.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { markOf } from "./mark-fields.ts";
import { createPreview } from "./preview.ts";

function previewOf(contentDir: string, dataDir = "none") {
  const config = {
    contentDir,
    dataDir,
    ownContentDir: "none",
    releasesDir: "none",
    historyDir: "none",
    cacheDir: "none",
    settings: {
      siteUrl: "https://example.com",
      retentionDays: 365,
      production: false,
      api: { browserBaseUrl: null, baseUrl: null },
    },
  };
  const draft = createDraft(config);
  const { render } = createPreview(config, {
    loadCode: async () => ({ renderer: { createRender, renderBareDocument }, client }),
    now: () => Date.UTC(2026, 10, 22),
  });
  return { draft, render };
}

/** Fields that no page shows in an element, and why. */
const withoutPlace: readonly { readonly field: RegExp; readonly why: string }[] = [
  { field: /^\w+:meta\./, why: "the title of the window, search engines, whether there is the page" },
  { field: /[:.]sample$/, why: "the notice about sample data" },
  { field: /\.featured(?:\.|$)|:services\.featured\.|\.category$/, why: "determines where an entry appears" },
  {
    field: /^kontakt:slots\.(?:service|noticeHours|pauseMinutes|daysAhead|times\.\d+\.minutes)$/,
    why: "what a tap writes, and until when they are shown",
  },
  { field: /\.id$/, why: "a part of addresses" },
  { field: /^site:accent$/, why: "colours every page" },
  {
    field: /^site:(?:geo\.|priceRange$|(?:image|descriptor|address\.address(?:Region|Country))$)/,
    why: "for search engines and cards",
  },
  { field: /^site:answerTime$/, why: "appears in e-mails, and in other texts as a placeholder" },
  { field: /^site:errorPhoto$/, why: "the page of an error" },
  { field: /^site:notice\.(?:from|until)$/, why: "when the notice is shown" },
];

interface Place {
  readonly name: ContentName;
  readonly at: string;
  readonly value?: unknown;
}

/** All non-empty fields of the content; a photograph counts as one. */
function fieldsIn(value: unknown, field: FormField | undefined, { name, at }: Place): Place[] {
  if (field?.kind === "photo" || field?.kind === "days" || !isTree(value)) return [{ name, at, value }];
  return Object.entries(value).flatMap(([key, inner]) => {
    return fieldsIn(inner, field?.item ?? field?.fields?.[key], { name, at: at ? `${at}.${key}` : key });
  });
}

/** What follows each mark of a field, and each element that names a field itself. */
function shownOn(html: string): ReadonlyMap<string, string> {
  const shown = new Map<string, string>();
  for (const { index, 0: part } of html.matchAll(/[^<>]+/g)) {
    const named = /data-path="([^"]*)"/.exec(part)?.[1] ?? [];
    const rest = vercelStegaSplit(html.slice(index, index + 4000)).cleaned;
    for (const place of [named, places(part)].flat()) shown.set(place, (shown.get(place) ?? "") + rest);
  }
  return shown;
}

const places = (html: string) => vercelStegaDecodeAll<string>(html) ?? [];

/** Keeps letters and digits, because typography changes the rest; drops placeholders in braces. */
function isSaidIn(value: string, html: string): boolean {
  const plain = (text: string) => text.replaceAll(/&[#\w]+;|<!-- -->|[^\p{L}\p{N}]/gu, "");
  return value.split(/\{\w+\}/).every((words) => plain(html).includes(plain(words)));
}

describe.each(["content", "examples/drugi-trener"])("the preview of %s", (contentDir) => {
  test("P6.2 at least 95 % of the fields have their place on the page that is shown with them", async () => {
    const { draft, render } = previewOf(contentDir);
    const { files } = draft.read();
    const pages = new Map<PreviewPage, ReadonlyMap<string, string>>();
    const fields = contentNames
      .flatMap((name) => fieldsIn(files[name].value, formOf(contentSchemas[name]), { name, at: "" }))
      .filter(({ name, at }) => !withoutPlace.some(({ field }) => field.test(`${name}:${at}`)));
    const lost: string[] = [];
    for (const { name, at, value } of fields) {
      const page = previewPage(name, at);
      const shown = pages.get(page) ?? shownOn((await render(page)) ?? "");
      pages.set(page, shown);
      const words = shown.get(`${name}:${at}`);
      if (words === undefined || (typeof value === "string" && !isSaidIn(value, words)))
        lost.push(`${name}:${at}`);
    }
    expect(fields.length).toBeGreaterThan(100);
    expect(lost.length / fields.length, lost.join()).toBeLessThanOrEqual(0.05);
  });
});

test("P6.2 each part of a text names its own field: opening and closing hour, the time of a date", async () => {
  const html = (await previewOf("content").render("kontakt")) ?? "";
  const hours = (key: string) => markOf(`site:openingHours.0.${key}`);
  expect(html).toContain(`6:00${hours("opens")}–21:00${hours("closes")}`);
  const [time] = /(?<=kontakt:slots\.times\.\d+\.)\w+/.exec(places(html).join(" ")) ?? [];
  expect(time).toBe("time");
});

test("P6.2 the field when to call is shown with its page", async () => {
  const html = (await previewOf("content").render(previewPage("site", "callNote"))) ?? "";
  expect(places(html)).toContain("site:callNote");
});

test("the most important document is shown even if nothing else is said about the trainer", async () => {
  const site = `${smallestContent.site}trainer: { name: Jan Nowak, credential: Dyplom AWF }\n`;
  const index = smallestContent.index.replace(/^about: .*$/m, "about: {}");
  expect(await previewOf(writeContentFolder({ site, index })).render("index")).toContain("Dyplom AWF");
});

test("P6.2 the logo has its place", async () => {
  const html = await previewOf("examples/drugi-trener").render("index");
  expect(html).toMatch(/<img [^>]*data-path="site:logo"/);
});

test("P6.1 a rating is counted with the right form of the word, as on the page", async () => {
  const html = (await previewOf("examples/drugi-trener").render("osiagniecia")) ?? "";
  expect(vercelStegaSplit(html).cleaned.replaceAll("<!-- -->", "")).toContain("(2 oceny)");
});

test("P6.1, C5.2 the page says how many of the received opinions it shows, as after publishing", async () => {
  const dataDir = temporaryFolder();
  await writeLedger(dataDir, { received: 5, shown: {}, withdrawn: [] });
  const opinions =
    "opinions: [{ proof: 6f1c3a52-8d1e-4a0b-9c57-2f3b1d7e9a10, text: Polecam każdemu., author: Ola, date: 2026-11-02, verification: po treningu }]\n";
  const osiagniecia = smallestContent.osiagniecia + opinions;
  const html = (await previewOf(writeContentFolder({ osiagniecia }), dataDir).render("osiagniecia")) ?? "";
  const text = vercelStegaSplit(html).cleaned.replaceAll("<!-- -->", "");
  expect(text).toContain("jest 1 z\u00a05 otrzymanych do");
  expect(text).toContain('<time dateTime="2026-11-22">');
});
