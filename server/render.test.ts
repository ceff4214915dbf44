import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createRender } from "../app/entry.server.tsx";
import { createRenderLoader } from "./render.ts";
import { ask } from "./testing/http-client.ts";
import { fixtureFiles, serveFixture } from "./testing/site-fixture.ts";

/** A renderer that counts how often its code was run. */
const counting = `
  globalThis.loadedRenderers = (globalThis.loadedRenderers ?? 0) + 1;
  const count = globalThis.loadedRenderers;
  export const createRender = (data) => async ({ path }) => ({ status: 200, html: count + data.name + path });`;

function createFolder(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "render-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const siteOf = (name: string) => createFolder({ "data.json": JSON.stringify({ name }) });

test("releases share the installed renderer but not their data", async () => {
  const load = createRenderLoader(createFolder({ "render.js": counting }));
  const [first, second] = [load(siteOf("a")), load(siteOf("b"))];
  expect((await first({ path: "/" })).html).toBe("1a/");
  expect((await second({ path: "/" })).html).toBe("1b/");
  expect((await first({ path: "/oferta" })).html).toBe("1a/oferta");
});

test.each([
  ["renderer", "render.js", counting],
  ["renderer that breaks while it is loaded", "render.js", "throw new Error('broken')"],
  ["release's data", "data.json", "{"],
])("a %s that could not be read is read again by the next request", async (_, name, broken) => {
  const folder = createFolder({ "render.js": counting, "data.json": JSON.stringify({ name: "a" }) });
  if (broken === counting) rmSync(join(folder, name));
  else writeFileSync(join(folder, name), broken);
  const render = createRenderLoader(folder)(folder);
  await expect(render({ path: "/" })).rejects.toThrow();
  await expect(render({ path: "/" })).rejects.toThrow();
  writeFileSync(join(folder, name), name === "render.js" ? counting : JSON.stringify({ name: "a" }));
  expect((await render({ path: "/" })).html).toMatch(/a\/$/);
});

test.each([
  ["nothing that this program knows", {}],
  ["client files of another shape", { payloads: {}, site: {}, client: { scripts: "/app.js" } }],
])("a release that an older program made, with %s, still shows its pages", async (_, data) => {
  const { port } = await serveFixture({
    render: async (request) => createRender(data as unknown as Parameters<typeof createRender>[0])(request),
    submit: async () => ({ kind: "invalid", errors: { name: ["Wpisz imię"] } }),
  });
  const posted = await ask(port, "/kontakt", {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: "name=&message=Dobry",
  });
  expect(posted.status).toBe(500);
  expect((await ask(port, "/dziekujemy?ref=7K3M-9QXR")).status).toBe(500);
  expect((await ask(port, "/")).text).toBe(fixtureFiles["index.html"]);
});
