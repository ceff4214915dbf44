import { describe, expect, test } from "vitest";
import { photoFiles } from "../../app/payloads.ts";
import { contrastRatio } from "../../content-model/contrast.ts";
import { loadContent } from "../../content-model/load.ts";
import { smallestContent, writeContentFolder } from "../../content-model/testing/content-folder.ts";
import { accentCss, renderFacts } from "./render-facts.ts";

/** The facts of the smallest content with the given changes. */
function factsOf(changed: Parameters<typeof writeContentFolder>[0], production = true) {
  const content = loadContent(writeContentFolder(changed));
  const picture = { base: "/pictures/bar-1", width: 3, height: 2, avif: [3], webp: [3], jpg: 3 };
  const pictures = new Map(photoFiles(content).map((file) => [file, picture]));
  return renderFacts(content, pictures, {
    siteUrl: "https://a.example",
    retentionDays: 365,
    production,
    logo: { src: "/assets/logo-1.svg", width: 4, height: 1 },
  });
}

const oferta = smallestContent.oferta.replace("    name: Plan\n", "    name: Plan\n    sample: true\n");

describe("the notice about sample data", () => {
  test("is on no page of the owner's content", () => {
    expect(factsOf({}).site.sampleNotice).toEqual([]);
  });

  test("is on the pages that show a sample entry", () => {
    expect(factsOf({ oferta }).site.sampleNotice).toEqual(["/", "/oferta"]);
    const prywatnosc = `sample: true\n${smallestContent.prywatnosc}`;
    expect(factsOf({ prywatnosc }).site.sampleNotice).toEqual(["/kontakt"]);
  });

  test("is on every page while the business facts are a sample", () => {
    expect(factsOf({ site: `sample: true\n${smallestContent.site}` }).site.sampleNotice).toBe("everywhere");
  });

  test("is omitted outside production", () => {
    const site = `sample: true\n${smallestContent.site}`;
    expect(factsOf({ site, oferta }, false).site.sampleNotice).toEqual([]);
  });
});

test("every page gets the logo, and search engines its picture", () => {
  const { site, structuredData } = factsOf({});
  expect(site.logo?.src).toBe("/assets/logo-1.svg");
  expect(JSON.parse(structuredData["/oferta"] ?? "")["@graph"][0].logo).toBe("https://a.example/logo.png");
});

const deepOf = (accent: string) => /--accent-deep:(#[0-9a-f]{6})/.exec(accentCss(accent))?.[1] ?? "";

test("the style sheet has the accent from the content", () => {
  expect(accentCss("#ff4f1a")).toContain("--accent:#ff4f1a;");
});

test.each([
  ["#ff4f1a", "#ff4f1a"],
  ["#ffee00", deepOf("#ffee00")],
])("links are underlined in %s by %s, which can be seen on white", (accent, line) => {
  expect(accentCss(accent)).toContain(`--accent-line:${line}`);
  expect(contrastRatio(line, "#ffffff")).toBeGreaterThanOrEqual(3);
});

test.each(["#ff4f1a", "#ffee00", "#7fd1ae", "#ffffff", "#3366ff", "#00aa55"])(
  "the darker twin of %s can be read as text on white",
  (accent) => {
    expect(contrastRatio(deepOf(accent), "#ffffff")).toBeGreaterThanOrEqual(4.5);
  },
);

test("the darker shade keeps the accent's hue", () => {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(deepOf("#ff4f1a").slice(at, at + 2), 16));
  expect(red).toBeGreaterThan(150);
  expect((green ?? 0) / (red ?? 1)).toBeCloseTo(0x4f / 0xff, 1);
  expect((blue ?? 0) / (red ?? 1)).toBeCloseTo(0x1a / 0xff, 1);
});

test("a dark accent is its own text shade", () => {
  expect(deepOf("#003366")).toBe("#003366");
});
