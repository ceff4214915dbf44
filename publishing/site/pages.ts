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
  "createRender" | "renderBrokenDocument"
>;

type SiteFacts = Pick<Site, "business" | "launch" | "basis">;

/** Pre-renders every published page and the error pages, and tells the server (and the caller) what is where and which scripts to allow. */
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
  // Side by side: the next page is rendered while others compress this one.
  const [documents, notFound] = await Promise.all([
    Promise.all(Object.entries(pages).map(([path, file]) => write(file, { path }))),
    write("404.html", { path: "/404" }, 404),
    // For the case that not even an error page can be rendered.
    files.write("/500.html", renderer.renderBrokenDocument(data.client, "Internal Server Error")),
  ]);
  // Pages name scripts, payloads and style sheets by their content, so their text changes with everything.
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
