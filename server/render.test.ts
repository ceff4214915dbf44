import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createRenderLoader } from "./render.ts";

/** A renderer that counts how often its code was run. */
const counting = (sign: string) =>
  `globalThis.loadedRenderers = (globalThis.loadedRenderers ?? 0) + 1;
   const count = globalThis.loadedRenderers;
   export const createRender = (data) => async ({ path }) => ({ status: 200, html: "${sign}" + count + data.name + path });`;

function buildOf(code: string, name: string): string {
  const folder = mkdtempSync(join(tmpdir(), "render-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "server"));
  writeFileSync(join(folder, "server/render.js"), code);
  writeFileSync(join(folder, "server/data.json"), JSON.stringify({ name }));
  return folder;
}

test("releases of the same code share one module and have data of their own; other code is loaded", async () => {
  const load = createRenderLoader();
  const first = load(buildOf(counting("code"), "a"));
  const second = load(buildOf(counting("code"), "b"));
  const third = load(buildOf(counting("other"), "c"));
  expect((await first({ path: "/" })).html).toBe("code1a/");
  expect((await second({ path: "/" })).html).toBe("code1b/");
  expect((await third({ path: "/" })).html).toBe("other2c/");
  expect((await first({ path: "/oferta" })).html).toBe("code1a/oferta");
});
