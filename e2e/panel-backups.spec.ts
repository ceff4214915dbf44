import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { generateX25519Identity } from "age-encryption";
import { type RunningStorage, startS3 } from "../panel/server/backups/offsite/testing/storages.ts";
import { ensureOwnContent } from "../publishing/own-content.ts";
import { loadConfig } from "../server/config.ts";
import { violationsOf } from "./axe.ts";
import { test as base, createLink, sendEnquiry, setUp } from "./panel-site.ts";
import { type SiteProcess, startSite } from "./site-process.ts";
import { expect } from "./test.ts";

const { cacheDir } = loadConfig();

const test = base.extend<{ storage: RunningStorage; panelSite: SiteProcess }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  storage: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), "storage-"));
    const storage = await startS3(folder);
    await use(storage);
    await storage.stop();
    await rm(folder, { recursive: true, force: true });
  },
  panelSite: async ({ storage }, use) => {
    const site = await startSite({ CACHE_DIR: cacheDir, BACKUP_URL: storage.url });
    await ensureOwnContent({ ownContentDir: join(site.dataDir, "content") });
    await use(site);
    await site.stop();
  },
});

// The restored server has another port and no sessions, and is away for a moment while it restarts: before that it ends the panel's stream
// and refuses a new one.
test.use({ allowedProblems: /^request: http:\/\/localhost:|status of (?:401|403|503)|ERR_CONNECTION/ });

test("P8.3 C8.1 C8.3 a downloaded backup, and one from the storage with its key, restore everything on an empty server, passkeys included", async ({
  page,
  panelSite,
  storage,
}) => {
  await sendEnquiry(panelSite);
  await setUp(page, panelSite);
  const site = join(panelSite.dataDir, "content/site.yaml");
  const text = await readFile(site, "utf8");
  await writeFile(site, text.replace(/^ {2}postalCode: .*/m, "  postalCode: 30-700"));
  await page.goto("/panel/publikacja");
  await page.getByRole("button", { name: "Publikuj 1 zmianę" }).click();
  await expect(page.getByText("Opublikowano. Tak wygląda teraz strona.")).toBeVisible();

  await page.goto("/panel/ustawienia/kopie");
  await page.getByRole("button", { name: "Zrób kopię i pobierz" }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  // Made while the clock was ahead; it is older than the one that is made now.
  const misnamed = join(panelSite.dataDir, "copies/kopia-2099-01-01T03-00-00Z.tar");
  await mkdir(join(misnamed, ".."), { recursive: true });
  await writeFile(misnamed, "");
  // The proof of identity ends while the backup is made: it is asked for once more, and the same backup is downloaded.
  await page.route(
    "**/panel/api/backups/allowed",
    (route) => route.fulfill({ status: 403, json: { error: "needs-passkey" } }),
    { times: 1 },
  );
  const confirmed = page.waitForRequest("**/panel/api/confirm");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Zrób kopię i pobierz" }).click();
  const folder = await mkdtemp(join(tmpdir(), "empty-server-"));
  const file = join(folder, "kopia.tar");
  await confirmed;
  const downloaded = await download;
  expect(downloaded.suggestedFilename()).not.toContain("2099");
  await downloaded.saveAs(file);
  await rm(misnamed);
  await page.reload();
  await expect(page.getByText(/MB, sprawdzona/)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Pobierz kopię zrobioną \S+ o\s\d/ })).toBeVisible();

  const encrypted = await sendEncrypted(page, storage, join(folder, "klucz.txt"));

  const dataDir = join(folder, "data");
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ["tools/restore.ts", file, "--yes"], {
      env: { ...process.env, DATA_DIR: dataDir, CACHE_DIR: cacheDir, SITE_URL: "", PORT: "1" },
    });
    expect(stdout).toContain("zapytania: 1");
    expect(stdout).toContain("Stronę taką, jaka była w chwili kopii, opublikuje jej następny start.");

    // The same through the first screens of another running server.
    const empty = await startSite({ CACHE_DIR: cacheDir });
    try {
      await page.context().clearCookies();
      await page.goto(await createLink(empty));
      await page.getByRole("button", { name: "Otwórz panel" }).click();
      await page.getByRole("link", { name: "Mam kopię" }).click();
      await page
        .getByLabel("Wybierz plik kopii")
        .setInputFiles({
          name: "notatki.tar",
          mimeType: "application/x-tar",
          buffer: Buffer.from("to nie kopia"),
        });
      await expect(page.getByText("jest uszkodzony albo jeszcze zaszyfrowany (.age). Nic się")).toBeVisible();
      expect(await violationsOf(page)).toEqual([]);
      await page.getByLabel("Wybierz plik kopii").setInputFiles(encrypted);
      await expect(page.getByText("Ten plik nie jest kopią strony")).toBeHidden();
      await page.getByLabel("Albo przepisz klucz z kartki").fill(await generateX25519Identity());
      await expect(page.getByText("Ten klucz nie otwiera tej kopii")).toBeVisible();
      expect(await violationsOf(page)).toEqual([]);
      const sent: string[] = [];
      page.on("request", (request) => sent.push(request.postDataBuffer()?.toString("latin1") ?? ""));
      await page.getByLabel("Wybierz plik z kluczem").setInputFiles(join(folder, "klucz.txt"));
      await expect(page.getByRole("heading", { name: "Czy to Twoja kopia?" })).toBeVisible();
      expect(sent.join()).not.toContain("AGE-SECRET-KEY");
      await page.reload();
      await expect(page.getByText(/Zapytania\s*1/)).toBeVisible();
      await page.setViewportSize({ width: 360, height: 740 });
      await test.info().attach("confirmation", { body: await page.screenshot(), contentType: "image/png" });
      expect(await violationsOf(page)).toEqual([]);
      await page.getByRole("button", { name: "Przywróć tę kopię" }).click();
      await expect(page.getByText("Strona wygląda jak w chwili kopii.")).toBeVisible();
      await page.reload();
      await expect(page.getByRole("heading", { name: "Przywrócono" })).toBeVisible();
      await expect.poll(async () => (await fetch(`${empty.baseUrl}/kontakt`)).text()).toContain("30-700");
      // The passkey works: the phone and the host name are the same.
      await page.context().clearCookies();
      await page.goto(`${empty.panelUrl}/panel/`);
      await page.getByRole("button", { name: "Wejdź" }).click();
      await expect(page.getByRole("link", { name: /Łucja Próbna/ })).toBeVisible();
    } finally {
      await empty.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** Makes the key in the panel, proves it, sends a backup, and returns what the storage has. */
async function sendEncrypted(page: Page, storage: RunningStorage, keyFile: string) {
  await page.goto("/panel/stan");
  await expect(page.getByText("żadna jeszcze nie wyszła")).toBeVisible();
  await expect(page.getByText("Wszystko działa.")).toBeHidden();
  await page.getByRole("link", { name: "Kopia zapasowa, także poza serwerem" }).click();
  const isReady = page.getByRole("button", { name: "Wyślij kopię teraz" });
  await expect(page.getByRole("button", { name: "Utwórz klucz" })).toBeVisible();
  await expect(isReady).toBeHidden();
  await page.getByRole("button", { name: "Utwórz klucz" }).click();
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Zapisz plik" }).click();
  await (await saving).saveAs(keyFile);
  await test
    .info()
    .attach("key", { body: await page.screenshot({ fullPage: true }), contentType: "image/png" });
  expect(await violationsOf(page)).toEqual([]);
  await page
    .getByLabel("Wybierz plik z kluczem")
    .setInputFiles({
      name: "inny.txt",
      mimeType: "text/plain",
      buffer: Buffer.from(await generateX25519Identity()),
    });
  await expect(page.getByText("To nie ten klucz albo jest w nim literówka.")).toBeVisible();
  // Playwright sets files even on a disabled input, where they are lost.
  await expect(page.getByLabel("Wybierz plik z kluczem")).toBeEnabled();
  await page.getByLabel("Wybierz plik z kluczem").setInputFiles(keyFile);
  await expect(page.getByText("Klucz działa: otworzył plik próbny.")).toBeVisible();
  await isReady.click();
  await expect(page.getByText(/MB, odczytana/)).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await test
    .info()
    .attach("sent", { body: await page.screenshot({ fullPage: true }), contentType: "image/png" });
  const { offsite } = await (await page.request.get("/panel/api/backups")).json();
  const name = `${offsite.last.name}.age`;
  const buffer = storage.read(name);
  if (!buffer) throw new Error("the storage has no copy");
  return { name, mimeType: "application/octet-stream", buffer };
}
