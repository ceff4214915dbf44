import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { loadConfig } from "../server/config.ts";
import { serviceWorkerReady } from "./offline.ts";
import { startSite } from "./site-process.ts";
import { appStarted, expect, openApp, test } from "./test.ts";

declare global {
  var workerChanges: number;
}

const heading = "Nagłówek z nowej wersji";

// The site is one of its own.
test.use({ serviceWorkers: "allow", allowedProblems: /^request: / });

test("npm run publish builds the program, for which BUILD_DIR may be outside the project, and shows new text while an open tab keeps working, even offline; npm run rollback reverts it", async ({
  page,
  context,
}) => {
  const folder = await mkdtemp(join(tmpdir(), "publish-"));
  const contentDir = join(folder, "content");
  await cp("content", contentDir, { recursive: true });
  const offer = await readFile(join(contentDir, "oferta.yaml"), "utf8");
  await writeFile(join(contentDir, "oferta.yaml"), offer.replace(/^heading: .*/m, `heading: ${heading}`));
  const buildDir = join(folder, "build");
  await mkdir(buildDir);
  await symlink(resolve(loadConfig().siteDir), join(buildDir, "site"));
  const releasesDir = join(folder, "releases");
  const site = await startSite({ RELEASES_DIR: releasesDir });
  const run = async (...command: string[]) => {
    const env = {
      ...process.env,
      BUILD_DIR: buildDir,
      DATA_DIR: join(folder, "data"),
      CACHE_DIR: resolve(loadConfig().cacheDir),
      RELEASES_DIR: releasesDir,
      CONTENT_DIR: contentDir,
      HOST: "127.0.0.1",
      PORT: new URL(site.baseUrl).port,
      SITE_URL: "",
    };
    return (await promisify(execFile)(process.execPath, command, { env })).stdout;
  };

  try {
    await openApp(page, site.baseUrl);
    await serviceWorkerReady(page);
    await openApp(page, site.baseUrl);
    const opened = await page.evaluate(() => performance.timeOrigin);
    await page.evaluate(() => {
      globalThis.workerChanges = 0;
      navigator.serviceWorker.addEventListener("controllerchange", () => workerChanges++);
    });
    const output = await run("tools/publish.ts");
    expect(output).toMatch(
      /^Sprawdzanie treści…\nZdjęcia…\nZdjęcia: (\d+) z \1…\nSkładanie stron…\nPodmiana strony…\nNowa wersja strony jest opublikowana/m,
    );
    expect(await readdir(buildDir)).toContain("code");
    // The browser may check for a new worker at any moment, so changes are counted from before the publication.
    await expect
      .poll(() =>
        page.evaluate(async () => {
          await (await navigator.serviceWorker.ready).update();
          return workerChanges;
        }),
      )
      .toBe(1);

    await page.getByRole("banner").getByRole("link", { name: "Osiągnięcia" }).click();
    await expect(page.locator("h1")).toBeFocused();
    await page.getByRole("banner").getByRole("link", { name: "Oferta" }).click();
    await expect(page).toHaveURL(/\/oferta$/);
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(opened);

    await page.reload();
    await expect(page.locator("h1")).toHaveText(heading);
    await appStarted(page);

    await context.setOffline(true);
    await page.goto(site.baseUrl);
    await page.goto(`${site.baseUrl}/oferta`);
    await expect(page.locator("h1")).toHaveText(heading);
    await appStarted(page);

    const published = await readlink(join(releasesDir, "current"));
    const [, before = ""] = /^heading: (.*)/m.exec(offer) ?? [];
    const shown = async () =>
      (await (await fetch(`${site.baseUrl}/oferta`)).text()).replaceAll("\u00a0", " ");
    const [first = ""] = (await readdir(releasesDir)).sort();
    expect(await run("tools/rollback.ts")).toContain(`(${first})`);
    expect(await readFile(join(contentDir, "oferta.yaml"), "utf8")).toBe(offer);
    await expect.poll(shown).toContain(`>${before}<`);
    expect(await run("tools/history.ts")).toMatch(
      new RegExp(
        `przywrócona wersja z .*\\n  Oferta › .*${before}”\\n.* publikacja\\n  Oferta › .*${heading}”\\n.* publikacja\\n$`,
      ),
    );
    expect(await run("tools/rollback.ts", "nic").catch(({ stderr }) => stderr)).toContain(
      "Nie ma wersji nic",
    );
    expect(await run("tools/rollback.ts", published)).toContain(`(${published})`);
    await expect.poll(shown).toContain(heading);
    const restored = await readlink(join(releasesDir, "current"));

    await writeFile(join(contentDir, "oferta.yaml"), offer.replace(/^heading: .*/m, "headin: Literówka"));
    const refused = await run("tools/publish.ts").catch((error: { code: number; stderr: string }) => error);
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("Treść strony wymaga poprawek"),
    });
    expect(await readlink(join(releasesDir, "current"))).toBe(restored);
  } finally {
    await site.stop();
    await rm(folder, { recursive: true });
  }
});
