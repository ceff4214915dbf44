import { hash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { RenderRequest } from "../../app/entry.server.tsx";
import type { RenderData } from "../../app/payload-types.ts";
import { routes } from "../../app/routes.ts";
import type { Site } from "../../server/build-facts.ts";
import { hashOf, type ReleaseFiles } from "../release-files.ts";

export type Renderer = Pick<
  typeof import("../../app/entry.server.tsx"),
  "createRender" | "renderBareDocument" | "renderBrokenDocument"
>;

/** Pre-renders published pages and error pages, and writes the release's metadata: addresses, files and allowed scripts (B1.3). */
export async function writePages(
  { outDir, files, renderer }: { outDir: string; files: ReleaseFiles; renderer: Renderer },
  data: RenderData,
  { published, ...facts }: { published: readonly string[] } & Pick<Site, "business" | "basis" | "code">,
): Promise<Site> {
  const { client } = data;
  const render = renderer.createRender(data);
  const pages = Object.fromEntries(published.map((path) => [path, `${path.slice(1) || "index"}.html`]));
  const write = async (file: string, request: RenderRequest, expected = 200) => {
    const { status, html } = await render(request);
    if (status !== expected) throw new Error(`Rendering ${request.path} ended with status ${status}`);
    await files.write(`/${file}`, html);
    return html;
  };
  // In parallel: the next page is rendered while this one is compressed.
  const [documents] = await Promise.all([
    Promise.all(Object.entries(pages).map(([path, file]) => write(file, { path }))),
    write("404.html", { path: "/404" }, 404),
    // Pre-rendered, because an overloaded server renders nothing.
    write("503.html", { path: "/503", error: { statusCode: 503, message: "Service Unavailable" } }, 503),
  ]);
  // The fallback if even an error page cannot be rendered.
  await files.write("/500.html", renderer.renderBrokenDocument(client, "Internal Server Error"));
  // Pages refer to scripts, payloads and style sheets by hashed names, so their text changes with everything.
  const version = hash("sha256", documents.join()).slice(0, 12);
  const site: Site = {
    version,
    pages,
    unpublished: routes.map(({ path }) => path).filter((path) => !published.includes(path)),
    // The content security policy allows our own texts alone, whatever a page holds.
    scriptHashes: [client.firstViewScript, client.importMap, client.bootScript].map(policyHash),
    styleHashes: [client.baseCss, client.typefaceCss, ...Object.values(client.pageCss)].map(policyHash),
    ...facts,
  };
  await writeFile(join(outDir, "site.json"), JSON.stringify(site, null, 2));
  return site;
}

const policyHash = (text: string) => `sha256-${hash("sha256", text, "base64")}`;

/** Adds each page's payload and the static manifest that lists them, under hashed names; returns the manifest's address (B1.6). */
export async function writePayloads(
  files: ReleaseFiles,
  { site, payloads }: Pick<RenderData, "site" | "payloads">,
): Promise<string> {
  const write = async (name: string, value: unknown) => {
    const text = JSON.stringify(value);
    const address = `/payload/${name}-${hashOf(text)}.json`;
    await files.write(address, text);
    return address;
  };
  const addresses: Record<string, string> = {};
  for (const [path, payload] of Object.entries(payloads)) {
    addresses[path] = await write(path.slice(1) || "index", payload);
  }
  return write("manifest", { site, payloads: addresses });
}
