import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { ensureOwnContent } from "../publishing/own-content.ts";
import { loadConfig } from "../server/config.ts";
import { test as panelTest, sendEnquiry, signIn } from "./panel-site.ts";
import { expect, test } from "./test.ts";

const { codeDir, siteDir } = loadConfig();

/** What Chrome 111, Firefox 115 or Safari 16.4 (`build.target`) lack: the build translates syntax, but adds no missing function. */
const missing = [
  /\b(?:checkVisibility|isWellFormed|toWellFormed|groupBy|getOrInsert\w*|withResolvers|fromAsync|moveBefore|requestClose)\(/,
  /\b(?:(?:show|hide|toggle)Popover|waitAsync|sumPrecise|parse(?:Creation|Request)OptionsFromJSON|setHTMLUnsafe)\(/,
  /\b(?:Promise\.try|URL\.(?:parse|canParse)|AbortSignal\.any|RegExp\.escape|ReadableStream\.from|Error\.isError)\(/,
  /\.(?:isSubsetOf|isSupersetOf|isDisjointFrom|intersection|difference|symmetricDifference)\(/,
  // Methods of iterators, except those of the arrays of `Object.entries(…)`.
  /\.(?:entries|keys|values)\(\)\.(?:map|filter|some|every|find|reduce|forEach|toArray|take|drop|flatMap)\(/,
  /\.matchAll\([^()]*\)\.(?:map|filter|some|every|find|reduce|forEach|toArray|take|drop|flatMap)\(/,
  /\bnew (?:Intl\.(?:Segmenter|DurationFormat)|URLPattern|CloseWatcher)\(|\bIterator\.from\(|\bscheduler\.\w+\(/,
];

test("the style sheets keep the only name by which iPhones know that turning them must not enlarge the text", () => {
  for (const folder of ["client", "panel"]) {
    const styles = globSync(join(codeDir, folder, "assets/*.css")).map((file) => readFileSync(file, "utf8"));
    expect(styles.filter((css) => css.includes("-webkit-text-size-adjust:"))).toHaveLength(1);
  }
});

test("B10.2 B10.4 P2.2 P3.3 no script calls unguarded what a browser that it is built for lacks", () => {
  const scripts = [join(codeDir, "client"), join(codeDir, "panel"), join(siteDir, "client")].flatMap(
    (folder) => globSync(join(folder, "**/*.{js,html}")),
  );
  expect(scripts.length).toBeGreaterThan(50);
  const calls = scripts.flatMap((file) => {
    const text = readFileSync(file, "utf8");
    return missing.flatMap((call) => call.exec(text)?.[0] ?? []).map((call) => `${file}: ${call}`);
  });
  expect(calls).toEqual([]);
});

/** Lets the panel's styles say what no browser knows instead of what this one does not know. */
const forget = (page: Page, words: string) =>
  page.route("**/panel/assets/*.css", async (route) => {
    const response = await route.fetch();
    const unknown = words.replace(/[\w-]+/, "unknown");
    await route.fulfill({ response, body: (await response.text()).replaceAll(words, unknown) });
  });

panelTest(
  "P9.1 P9.3 C2.1 in Firefox 115, which knows no `:has`, the panel shows what is chosen and focused, and its bar hides no end; in Safari before 26.2, which knows no `field-sizing`, a ready answer is seen as a whole",
  async ({ page, panelSite }) => {
    await ensureOwnContent({ ownContentDir: join(panelSite.dataDir, "content") });
    const file = join(panelSite.dataDir, "content/site.yaml");
    writeFileSync(file, readFileSync(file, "utf8").replace(/^telephone: .*/m, 'telephone: "600 111 222"'));
    await forget(page, ":has(");
    await page.setViewportSize({ width: 700, height: 600 });
    await signIn(page, panelSite);
    await page.goto("/panel/zapytania/liczby");
    const [week, year] = ["Ostatnie 7 dni", "Rok"].map((name) => page.getByRole("button", { name }));
    const surfaceOf = (button = week) => button?.evaluate((one) => getComputedStyle(one).backgroundColor);
    expect(await surfaceOf(week)).not.toBe(await surfaceOf(year));

    await page.goto("/panel/zdjecia");
    const add = page.locator("label", { hasText: "Dodaj zdjęcia" });
    await add.locator("input").focus();
    expect(await add.evaluate((label) => getComputedStyle(label).outlineStyle)).toBe("solid");

    await page.goto("/panel/stan");
    await page.locator(".publish-bar").waitFor({ timeout: 20_000 });
    const reserved = await page.evaluate(() =>
      Number.parseFloat(getComputedStyle(document.querySelector(".screen") as Element).paddingBlockEnd),
    );
    const bar = await page.locator(".bar").boundingBox();
    expect(reserved).toBeGreaterThan(bar?.height ?? Number.POSITIVE_INFINITY);

    await page.unrouteAll();
    await forget(page, "field-sizing:");
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/panel/zapytania/${await sendEnquiry(panelSite)}`);
    await page.getByRole("button", { name: "Pierwsza odpowiedź" }).click();
    const answer = page.getByLabel("Treść odpowiedzi");
    const hidden = () => answer.evaluate((area) => area.scrollHeight - area.clientHeight);
    expect(await hidden()).toBeLessThan(30);
    await answer.fill("Dzień dobry!\n\n\nDo zobaczenia:\n\nwtorek, 18:00\n\nczwartek, 19:00\n\n\nAnia");
    expect(await hidden()).toBeLessThan(30);
  },
);
