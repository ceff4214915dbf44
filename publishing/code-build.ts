import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { ClientFiles } from "../app/payload-types.ts";
import { readJson } from "../server/durable-files.ts";
import type { Renderer } from "./site/pages.ts";

/** The parts of documents that depend on code alone; accent, icons and manifest depend on the content. */
export type ClientCode = Omit<ClientFiles, "icons" | "manifest">;

/** The program, built once per version: everything that publishing and serving need. All but its folder is in `code.json`. */
export interface CodeBuild {
  readonly folder: string;
  /** Changes with everything in the code that affects releases. */
  readonly version: string;
  readonly client: ClientCode;
}

export const codeFiles = {
  facts: "code.json",
  client: "client",
  renderer: "render.js",
  panel: "panel",
  serviceWorker: "sw.js",
} as const;

/**
 * Node's options for the server. Its short-lived objects need little space, and the default is 16 MB or more. The passkey library probes
 * Node's algorithms, which would put warnings into the log.
 */
export const serverFlags = ["--max-semi-space-size=2", "--disable-warning=ExperimentalWarning"];

export function requireCodeBuild(folder: string): CodeBuild {
  const code = readCodeBuild(folder);
  if (code === undefined) throw new Error(`There is no built code in ${folder}`);
  return code;
}

export function readCodeBuild(folder: string): CodeBuild | undefined {
  const facts = readJson<Omit<CodeBuild, "folder"> | undefined>(join(folder, codeFiles.facts), undefined);
  return facts && { ...facts, folder };
}

export async function loadRenderer({ folder }: CodeBuild): Promise<Renderer> {
  return import(pathToFileURL(resolve(folder, codeFiles.renderer)).href);
}

export async function loadCode(folder: string): Promise<{ renderer: Renderer; client: ClientCode }> {
  const code = requireCodeBuild(folder);
  return { client: code.client, renderer: await loadRenderer(code) };
}
