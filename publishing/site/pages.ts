import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { RenderRequest } from "../../app/entry.server.tsx";
import type { RenderData } from "../../app/payload-types.ts";
import { routes } from "../../app/routes.ts";
import type { Site } from "../../server/build-facts.ts";
import { policyHashes } from "./policy-hashes.ts";

type Renderer = Pick<typeof import("../../app/entry.server.tsx"), "createRender" | "renderBrokenDocument">;

/** Pre-renders every published page and the error pages, and tells the server (and the caller) what is where and which scripts to allow. */
export async function writePages(
  outDir: string,
  data: RenderData,
  { published, launch }: { published: readonly string[]; launch: NonNullable<Site["launch"]> },
): Promise<Site> {
  const bundle = pathToFileURL(resolve(outDir, "server/render.js")).href;
  const { createRender, renderBrokenDocument } = (await import(bundle)) as Renderer;
  const render = createRender(data);
  const pages: Record<string, string> = {};
  const documents: string[] = [];
  const write = async (file: string, request: RenderRequest, expected = 200) => {
    const { status, html } = await render(request);
    if (status !== expected) throw new Error(`Rendering ${request.path} ended with status ${status}`);
    documents.push(html);
    await writeFile(join(outDir, "client", file), html);
  };
  for (const path of published) {
    const file = `${path.slice(1) || "index"}.html`;
    await write(file, { path });
    pages[path] = file;
  }
  await write("404.html", { path: "/404" }, 404);
  // For the case that not even an error page can be rendered.
  await writeFile(
    join(outDir, "client/500.html"),
    renderBrokenDocument(data.client, "Internal Server Error"),
  );
  const site: Site = {
    // Pages name the script, the payloads and the style sheets by their content, so they stand for all of it.
    version: createHash("sha256").update(documents.join()).digest("hex").slice(0, 12),
    pages,
    unpublished: routes.map(({ path }) => path).filter((path) => !published.includes(path)),
    ...policyHashes(documents, data.client),
    launch,
  };
  await writeFile(join(outDir, "site.json"), JSON.stringify(site, null, 2));
  return site;
}
