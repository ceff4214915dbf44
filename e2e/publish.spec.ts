import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, readlink, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { loadConfig } from "../server/config.ts";
import { serviceWorkerReady } from "./offline.ts";
import { startSite } from "./site-process.ts";
import { appStarted, openApp } from "./test.ts";

declare global {
  var workerChanges: number;
}

const heading = "Nagłówek z nowej wersji";

test.use({ serviceWorkers: "allow" });

test("npm run publish shows new text while an open tab keeps working, even offline, and npm run rollback reverts it", async ({
  page,
  context,
}) => {
  const folder = await mkdtemp(join(tmpdir(), "publish-"));
  const contentDir = join(folder, "content");
  await cp("content", contentDir, { recursive: true });
  const offer = await readFile(join(contentDir, "oferta.yaml"), "utf8");
  await writeFile(join(contentDir, "oferta.yaml"), offer.replace(/^heading: .*/m, `heading: ${heading}`));
  const buildDir = dirname(loadConfig().codeDir);
  const releasesDir = join(folder, "releases");
  const site = await startSite({ RELEASES_DIR: releasesDir });
  const run = async (...command: string[]) => {
    const env = {
      ...process.env,
      BUILD_DIR: buildDir,
      DATA_DIR: join(folder, "data"),
      CACHE_DIR: loadConfig().cacheDir,
      RELEASES_DIR: releasesDir,
      CONTENT_DIR: contentDir,
      HOST: "127.0.0.1",
      PORT: new URL(site.baseUrl).port,
      SITE_URL: "",
    };
    return (await promisify(execFile)(process.execPath, command, { env })).stdout;
  };
  const problems: string[] = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(error.message));

  try {
    await openApp(page, site.baseUrl);
    await serviceWorkerReady(page);
    await openApp(page, site.baseUrl);
    const before = await page.evaluate(() => performance.timeOrigin);
    await page.evaluate(() => {
      globalThis.workerChanges = 0;
      navigator.serviceWorker.addEventListener("controllerchange", () => workerChanges++);
    });
    const output = await run("tools/publish.ts");
    expect(output).toMatch(
      /^Sprawdzanie treści…\nZdjęcia…\nZdjęcia: (\d+) z \1…\nSkładanie stron…\nPodmiana strony…\nNowa wersja strony jest opublikowana/m,
    );
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
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(before);
    expect(problems).toEqual([]);

    await page.reload();
    await expect(page.locator("h1")).toHaveText(heading);
    await appStarted(page);
    expect(problems).toEqual([]);

    await context.setOffline(true);
    await page.goto(site.baseUrl);
    await page.goto(`${site.baseUrl}/oferta`);
    await expect(page.locator("h1")).toHaveText(heading);
    await appStarted(page);

    const published = await readlink(join(releasesDir, "current"));
    await writeFile(join(contentDir, "oferta.yaml"), offer);
    await run("tools/publish.ts");
    expect(await run("tools/rollback.ts")).toContain(`(${published})`);
    expect(await readFile(join(contentDir, "oferta.yaml"), "utf8")).toContain(heading);
    await expect
      .poll(async () => (await (await fetch(`${site.baseUrl}/oferta`)).text()).replaceAll("\u00a0", " "))
      .toContain(heading);
    const history = await run("tools/history.ts");
    expect(history).toMatch(
      new RegExp(
        `przywrócona wersja z .*\\n  Oferta › .*${heading}”\\n.* publikacja\\n  Oferta › .*\\n.* publikacja\\n  Oferta › .*\\n.* publikacja\\n$`,
      ),
    );
    expect(await run("tools/rollback.ts", "nic").catch(({ stderr }) => stderr)).toContain(
      "Nie ma wersji nic",
    );
    expect(await run("tools/rollback.ts", published)).toContain(`(${published})`);
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

test("BUILD_DIR may be outside the project: npm run publish builds the program there and publishes", async () => {
  const folder = await mkdtemp(join(tmpdir(), "publish-"));
  const { cacheDir } = loadConfig();
  const env = { ...process.env, BUILD_DIR: join(folder, "build"), DATA_DIR: join(folder, "data") };
  const settings = { CACHE_DIR: resolve(cacheDir), CONTENT_DIR: "content", RELEASES_DIR: "", SITE_URL: "" };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ["tools/publish.ts"], {
      env: { ...env, ...settings },
    });
    expect(stdout).toContain("Nowa wersja strony jest opublikowana");
    const home = await readFile(join(folder, "data/releases/current/client/index.html"), "utf8");
    expect(home).toContain("</html>");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
