import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { RenderRequest } from "../../app/entry.server.tsx";
import type { RenderData } from "../../app/payload-types.ts";
import { routes } from "../../app/routes.ts";
import type { Site } from "../../server/build-facts.ts";
import { policyHashes } from "./policy-hashes.ts";

type Renderer = Pick<typeof import("../../app/entry.server.tsx"), "createRender">;

/** Pre-renders every published page and the error pages, and tells the server (and the caller) what is where and which scripts to allow. */
export async function writePages(
  outDir: string,
  data: RenderData,
  { published, launch }: { published: readonly string[]; launch: NonNullable<Site["launch"]> },
): Promise<Site> {
  const bundle = pathToFileURL(resolve(outDir, "server/render.js")).href;
  const { createRender } = (await import(bundle)) as Renderer;
  const render = createRender(data);
  const pages: Record<string, string> = {};
  const documents: string[] = [];
  const write = async (file: string, request: RenderRequest) => {
    const { html } = await render(request);
    documents.push(html);
    await writeFile(join(outDir, "client", file), html);
  };
  for (const path of published) {
    const file = `${path.slice(1) || "index"}.html`;
    await write(file, { path });
    pages[path] = file;
  }
  await write("404.html", { path: "/404" });
  await write("500.html", { path: "/500", error: { statusCode: 500, message: "Internal Server Error" } });
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
