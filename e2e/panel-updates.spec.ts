import { mkdtempSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { violationsOf } from "./axe.ts";
import { signIn, test } from "./panel-site.ts";
import { expect } from "./test.ts";

const updatesDir = mkdtempSync(join(tmpdir(), "updates-"));
test.use({ siteSettings: { UPDATES_DIR: updatesDir } });

/** As root's part does (packaging/files/update.sh). */
function put(name: string, lines: readonly string[]): void {
  writeFileSync(join(updatesDir, `${name}.new`), `${lines.join("\n")}\n`);
  renameSync(join(updatesDir, `${name}.new`), join(updatesDir, name));
}
const seconds = Math.floor(Date.now() / 1000);

test("C9.2 a new version is offered with its news; a tap makes an empty file; a key is told 30 days before its end; progress, failure and success are told", async ({
  page,
  panelSite,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, panelSite);
  await page.goto("/panel/stan");
  await expect(page.getByText("Wersja", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "wersj" })).toHaveCount(0);

  const comeBack = () => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  const offer = ["offered: 1.2.0", "news: Zdjęcia wczytują się szybciej.", `checked: ${seconds}`, "fault: "];
  put("offer", [...offer, `key: ${seconds + 29 * 86_400}`]);
  await comeBack();
  await expect(page.getByText("straci ważność")).toBeVisible();
  put("offer", [...offer, `key: ${seconds + 31 * 86_400}`]);
  await comeBack();
  await expect(page.getByText("straci ważność")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Jest nowa wersja: 1.2.0" })).toBeVisible();
  await expect(page.getByText("Zdjęcia wczytują się szybciej.")).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Zainstaluj teraz" }).click();
  const request = join(panelSite.dataDir, "update-requested");
  await expect.poll(() => statSync(request, { throwIfNoEntry: false })?.size).toBe(0);
  await expect(page.getByText("Trwa instalacja.")).toBeVisible();

  put("progress", ["phase: failed", "fault: próba się nie udała", `at: ${seconds + 1}`]);
  await expect(page.getByText("Powód: próba się nie udała.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Zainstaluj teraz" })).toBeEnabled();

  // A power cut has interrupted it.
  put("progress", ["phase: installing", `at: ${seconds - 16 * 60}`]);
  await page.reload();
  await expect(page.getByRole("button", { name: "Zainstaluj teraz" })).toBeEnabled();
  await expect(page.getByText("Ostatnia instalacja")).toHaveCount(0);

  put("progress", ["phase: done", "fault: ", `at: ${seconds + 2}`]);
  put("offer", ["offered: ", "news: ", `checked: ${seconds}`, "fault: key-expired"]);
  await comeBack();
  await expect(page.getByText("Ostatnia instalacja udała się")).toBeVisible();
  await expect(page.getByText("klucz, którym podpisuje się wersje, stracił ważność")).toBeVisible();
  expect(readFileSync(request, "utf8")).toBe("");
});
