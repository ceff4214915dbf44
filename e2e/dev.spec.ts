import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "@playwright/test";
import { freePort } from "../server/testing/free-port.ts";
import { openApp } from "./test.ts";

/** Starts `npm run dev` on a copy of the content that the test may change. */
async function startDev() {
  const contentDir = await mkdtemp(join(tmpdir(), "content-"));
  await cp("content", contentDir, { recursive: true });
  const port = String(await freePort());
  const child = spawn(process.execPath, ["tools/dev.ts"], {
    env: { ...process.env, CONTENT_DIR: contentDir, PORT: port, HOST: "127.0.0.1", SITE_URL: "" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface(child.stdout)) if (line.includes("Podgląd strony")) break;
  return {
    address: `http://127.0.0.1:${port}`,
    async change(file: string, from: string, to: string) {
      const path = join(contentDir, file);
      const text = await readFile(path, "utf8");
      expect(text).toContain(from);
      await writeFile(path, text.replace(from, to));
    },
    async stop() {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
      await rm(contentDir, { recursive: true });
    },
  };
}

test.describe.configure({ mode: "serial" });

let dev: Awaited<ReturnType<typeof startDev>>;
test.beforeAll(async () => {
  dev = await startDev();
});
test.afterAll(() => dev.stop());

test("npm run dev shows a change of content at once, a mistake in it in Polish, and the page again once it is mended", async ({
  page,
}) => {
  await page.goto(`${dev.address}/oferta`);
  const heading = page.locator("#root h1");
  const before = (await heading.textContent()) ?? "";
  await dev.change("oferta.yaml", `heading: ${before}`, "heading: Zmieniony nagłówek");
  await expect(heading).toHaveText("Zmieniony nagłówek");

  await dev.change("oferta.yaml", "heading: Zmieniony nagłówek", "headin: Zmieniony nagłówek");
  const problems = page.getByRole("alert");
  await expect(problems).toContainText("Treść strony wymaga poprawek");
  await expect(problems).toContainText(/oferta\.yaml, linia \d+/);
  await expect(problems).toContainText("Co jest nie tak:");
  await expect(problems).toContainText("Jak to naprawić:");

  await dev.change("oferta.yaml", "headin: Zmieniony nagłówek", "heading: Naprawiony nagłówek");
  await expect(heading).toHaveText("Naprawiony nagłówek");
  await expect(problems).toHaveCount(0);
});

test("npm run dev runs the app, and the form can be tried", async ({ page }) => {
  const faults: string[] = [];
  page.on("pageerror", (fault) => faults.push(fault.message));
  await openApp(page, `${dev.address}/kontakt`);
  await page.getByLabel("Imię").fill("Ala");
  await page.getByLabel("E-mail").fill("ala@example.com");
  await page.getByLabel("Wiadomość").fill("Dzień dobry");
  await page.getByRole("button", { name: "Wyślij" }).click();
  await expect(page).toHaveURL(/\/dziekujemy/);
  await expect(page.locator("#root h1")).toBeFocused();
  expect(faults).toEqual([]);
});
