import { createHash, hash } from "node:crypto";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Manifest } from "vite";
import { routes } from "../../app/routes.ts";
import { type ClientCode, codeFiles } from "../../publishing/code-build.ts";
import { compressFolder } from "../../publishing/release-files.ts";
import { plateMark } from "../../publishing/site/brand-mark.ts";
import { drawIcons } from "../../publishing/site/icons.ts";
import { programs } from "../../server/programs.ts";
import { bundle, bundleProgram, bundleServiceWorker } from "./bundles.ts";

/** Builds everything that does not depend on content into an empty folder. */
export async function buildCode(outDir: string): Promise<void> {
  const clientDir = join(outDir, codeFiles.client);
  await bundle(clientDir);
  await bundle(outDir, { build: { ssr: true } });
  await bundleServiceWorker(outDir);
  for (const [name, source] of Object.entries(programs)) await bundleProgram(source, outDir, name);
  // Separately from the site, so visitors download none of it.
  await bundle(join(outDir, codeFiles.panel), { configFile: "panel/vite.config.ts" });
  await compressFolder(join(outDir, codeFiles.panel));
  const client = await collectClientCode(clientDir);
  // For the panel on a home screen, until the owner has published a site with icons of its own.
  await drawIcons(clientDir, plateMark());
  await compressFolder(clientDir);
  const facts = { version: await versionOf(outDir, JSON.stringify(client)), client };
  await writeFile(join(outDir, codeFiles.facts), JSON.stringify(facts));
}

/** Hashes the code that makes releases. A change of the server alone keeps the version. */
async function versionOf(folder: string, client: string): Promise<string> {
  const hash = createHash("sha256").update(client);
  for (const name of [codeFiles.renderer, codeFiles.serviceWorker, "publish.js"]) {
    hash.update(await readFile(join(folder, name)));
  }
  return hash.digest("hex").slice(0, 12);
}

/** Collects from Vite's output what documents refer to. Removes the files that are inlined into pages. */
async function collectClientCode(clientDir: string): Promise<ClientCode> {
  const built: Manifest = JSON.parse(await readFile(join(clientDir, ".vite/manifest.json"), "utf8"));
  const fileOf = (source: string) => {
    const entry = built[source];
    if (!entry) throw new Error(`The client build has no ${source}`);
    return entry.file;
  };
  const textOf = async (source: string) => (await readFile(join(clientDir, fileOf(source)), "utf8")).trim();
  /** Reads a script or style sheet that is inlined into pages, and removes its file. */
  const extract = async (source: string) => {
    const text = await textOf(source);
    await rm(join(clientDir, fileOf(source)));
    return text;
  };
  const pageCss: Record<string, string> = { error: await extract("app/shell/error-page.css") };
  for (const { name } of routes) pageCss[name] = await extract(`app/pages/${name}.css`);
  await rm(join(clientDir, ".vite"), { recursive: true });
  const firstViewScript = await extract("app/first-view.js");
  const bootScript = await extract("app/boot.js");
  const assets = await readdir(join(clientDir, "assets"));
  return {
    script: `/${fileOf(startScript)}`,
    preloads: withImports(built, startScript),
    lateCss: `/${fileOf("app/styles/late.css")}`,
    fonts: assets.filter((name) => name.endsWith(".woff2")).map((name) => `/assets/${name}`),
    importMap: JSON.stringify({ integrity: await integrityOf(clientDir, assets) }),
    firstViewScript,
    typefaceCss: await textOf("app/styles/typeface.css"),
    bootScript,
    baseCss: await textOf("app/styles/base.css"),
    pageCss,
  };
}

const startScript = "app/start.tsx";

/** Lists a script and everything it imports, dependencies first. */
function withImports(built: Manifest, source: string, seen = new Set<string>()): string[] {
  const entry = built[source];
  if (!entry || seen.has(source)) return [];
  seen.add(source);
  return [...(entry.imports ?? []).flatMap((part) => withImports(built, part, seen)), `/${entry.file}`];
}

async function integrityOf(clientDir: string, assets: readonly string[]): Promise<Record<string, string>> {
  const scripts = assets.filter((name) => name.endsWith(".js")).sort();
  const entries = scripts.map(async (name) => {
    const script = await readFile(join(clientDir, "assets", name));
    return [`/assets/${name}`, `sha256-${hash("sha256", script, "base64")}`];
  });
  return Object.fromEntries(await Promise.all(entries));
}
