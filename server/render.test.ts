import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../publishing/testing/temporary-folder.ts";
import { createRenderLoader, type Render } from "./render.ts";
import { ask } from "./testing/http-client.ts";
import { fixtureFiles, serveFixture } from "./testing/site-fixture.ts";

/** A renderer that counts how often its code was run. */
const counting = `
  globalThis.loadedRenderers = (globalThis.loadedRenderers ?? 0) + 1;
  const count = globalThis.loadedRenderers;
  export const createRender = (data) => async ({ path }) => ({ status: 200, html: count + data.name + path });`;

function createFolder(files: Record<string, string>): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const siteOf = (name: string) => createFolder({ "data.json": JSON.stringify({ name }) });

/** The renderer of a release that this very code made. */
function loaderOf(codeDir: string) {
  const load = createRenderLoader(codeDir);
  return (siteDir: string): Render => {
    const render = load(siteDir, {});
    if (render === undefined) throw new Error("The release is of other code");
    return render;
  };
}

test("releases share the installed renderer but not their data", async () => {
  const load = loaderOf(createFolder({ "render.js": counting }));
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
  const render = loaderOf(folder)(folder);
  await expect(render({ path: "/" })).rejects.toThrow();
  await expect(render({ path: "/" })).rejects.toThrow();
  writeFileSync(join(folder, name), name === "render.js" ? counting : JSON.stringify({ name: "a" }));
  expect((await render({ path: "/" })).html).toMatch(/a\/$/);
});

test("data of a release that other code made, or older code that did not say so, is never rendered", () => {
  const load = createRenderLoader(
    createFolder({ "render.js": counting, "code.json": JSON.stringify({ version: "new" }) }),
  );
  expect(load(siteOf("a"), { code: "old" })).toBeUndefined();
  expect(load(siteOf("a"), {})).toBeUndefined();
  expect(load(siteOf("a"), { code: "new" })).toBeTypeOf("function");
});

test("without a renderer pages are served as they were published, and the form without JavaScript says what is wrong", async () => {
  const { port, submissions } = await serveFixture({
    render: null,
    submit: async ({ values }) =>
      values.name
        ? { kind: "accepted", reference: "7K3M-9QXR" }
        : { kind: "invalid", errors: { name: ["Wpisz imię"] } },
  });
  const post = (body: string) =>
    ask(port, "/kontakt", {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded", Accept: "text/html" },
      body,
    });
  const refused = await post("name=&message=Dobry");
  expect(refused.status).toBe(422);
  expect(refused.text).toContain("Wpisz imię\n");
  const accepted = await post("name=Ola&message=Dobry");
  expect(accepted.status).toBe(303);
  expect(submissions).toHaveLength(2);
  const thanks = await ask(port, accepted.headers.location ?? "");
  expect(thanks.status).toBe(200);
  expect(thanks.text).toBe(fixtureFiles["dziekujemy.html"]);
  expect((await ask(port, "/kontakt?cel=dieta")).text).toBe(fixtureFiles["kontakt.html"]);
  expect((await ask(port, "/")).text).toBe(fixtureFiles["index.html"]);
});
