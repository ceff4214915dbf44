import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { RenderRequest } from "../../app/entry.server.tsx";
import type { Payloads, RenderData } from "../../app/payload-types.ts";
import { routes } from "../../app/routes.ts";
import type { Site } from "../../server/build-facts.ts";
import type { ReleaseFiles } from "../release-files.ts";
import { policyHashes } from "./policy-hashes.ts";

export type Renderer = Pick<
  typeof import("../../app/entry.server.tsx"),
  "createRender" | "renderBareDocument" | "renderBrokenDocument"
>;

type SiteFacts = Pick<Site, "business" | "basis" | "code">;

/** Pre-renders published pages and error pages, and writes the release's metadata: addresses, files and allowed scripts (B1.3). */
export async function writePages(
  { outDir, files, renderer }: { outDir: string; files: ReleaseFiles; renderer: Renderer },
  data: RenderData,
  { published, ...facts }: { published: readonly string[] } & SiteFacts,
): Promise<Site> {
  const render = renderer.createRender(data);
  const pages = Object.fromEntries(published.map((path) => [path, `${path.slice(1) || "index"}.html`]));
  const write = async (file: string, request: RenderRequest, expected = 200) => {
    const { status, html } = await render(request);
    if (status !== expected) throw new Error(`Rendering ${request.path} ended with status ${status}`);
    await files.write(`/${file}`, html);
    return html;
  };
  // In parallel: the next page is rendered while this one is compressed.
  const [documents, notFound] = await Promise.all([
    Promise.all(Object.entries(pages).map(([path, file]) => write(file, { path }))),
    write("404.html", { path: "/404" }, 404),
    // The fallback if not even an error page can be rendered.
    files.write("/500.html", renderer.renderBrokenDocument(data.client, "Internal Server Error")),
  ]);
  // Pages refer to scripts, payloads and style sheets by hashed names, so their text changes with everything.
  const version = createHash("sha256").update(documents.join()).digest("hex").slice(0, 12);
  const site: Site = {
    version,
    pages,
    prefills: Object.keys((data.payloads["/kontakt"] as Payloads["kontakt"]).prefills),
    unpublished: routes.map(({ path }) => path).filter((path) => !published.includes(path)),
    ...policyHashes([...documents, notFound], data.client),
    ...facts,
  };
  await writeFile(join(outDir, "site.json"), JSON.stringify(site, null, 2));
  return site;
}
