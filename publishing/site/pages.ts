import { hash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { RenderRequest } from "../../app/entry.server.tsx";
import type { ClientFiles, RenderData } from "../../app/payload-types.ts";
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
  const render = renderer.createRender(data);
  const pages = Object.fromEntries(published.map((path) => [path, `${path.slice(1) || "index"}.html`]));
  const write = async (file: string, request: RenderRequest, expected = 200) => {
    const { status, html } = await render(request);
    if (status !== expected) throw new Error(`Rendering ${request.path} ended with status ${status}`);
    await files.write(`/${file}`, html);
    return html;
  };
  // In parallel: the next page is rendered while this one is compressed.
  const overload = { statusCode: 503, message: "Service Unavailable" };
  const [documents, ...errors] = await Promise.all([
    Promise.all(Object.entries(pages).map(([path, file]) => write(file, { path }))),
    write("404.html", { path: "/404" }, 404),
    // Pre-rendered, because an overloaded server renders nothing.
    write("503.html", { path: "/503", error: overload }, 503),
  ]);
  // The fallback if even an error page cannot be rendered.
  await files.write("/500.html", renderer.renderBrokenDocument(data.client, "Internal Server Error"));
  // Pages refer to scripts, payloads and style sheets by hashed names, so their text changes with everything.
  const version = hash("sha256", documents.join()).slice(0, 12);
  const site: Site = {
    version,
    pages,
    unpublished: routes.map(({ path }) => path).filter((path) => !published.includes(path)),
    ...policyHashes([...documents, ...errors], data.client),
    ...facts,
  };
  await writeFile(join(outDir, "site.json"), JSON.stringify(site, null, 2));
  return site;
}

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

type OwnTexts = Pick<
  ClientFiles,
  "firstViewScript" | "bootScript" | "importMap" | "baseCss" | "typefaceCss" | "pageCss"
>;

/**
 * The hashes of inline scripts and styles for the content security policy. Only our own texts get one: anything else in a page,
 * perhaps from the content, fails the build instead of being allowed.
 */
export function policyHashes(documents: readonly string[], client: OwnTexts) {
  const scripts = [client.firstViewScript, client.importMap, client.bootScript];
  const styles = [client.baseCss, client.typefaceCss, ...Object.values(client.pageCss)];
  const html = documents.join("\n");
  // Data blocks are script elements that browsers do not run.
  const run = html.replaceAll(/<script type="application\/(?:ld\+)?json"(?: id="[\w-]+")?>/g, "<data>");
  return {
    scriptHashes: usedHashes("script", textsIn(run, "script"), scripts),
    styleHashes: usedHashes("style", textsIn(html, "style"), styles),
  };
}

/** The texts of everything that starts like the element, in upper or lower case and even if unclosed. */
function textsIn(html: string, element: "script" | "style"): string[] {
  const beginning = new RegExp(`<${element}(?=[\\s/>])[^>]*>`, "gi");
  return html
    .split(beginning)
    .slice(1)
    .map((rest) => rest.split(new RegExp(`</${element}`, "i"), 1)[0] ?? "");
}

function usedHashes(element: string, found: readonly string[], own: readonly string[]): string[] {
  const foreign = found.find((text) => !own.includes(text));
  if (foreign !== undefined) {
    throw new Error(`A page holds a <${element}> that is not ours: ${JSON.stringify(foreign.slice(0, 80))}`);
  }
  return own.filter((text) => found.includes(text)).map((text) => `sha256-${hash("sha256", text, "base64")}`);
}
