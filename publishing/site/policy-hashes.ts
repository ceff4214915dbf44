import { createHash } from "node:crypto";
import { importMap } from "../../app/import-map.ts";
import type { ClientFiles } from "../../app/payload-types.ts";

type OwnTexts = Pick<
  ClientFiles,
  "firstViewScript" | "bootScript" | "integrity" | "baseCss" | "typefaceCss" | "pageCss"
>;

/**
 * The hashes with which the content security policy allows the scripts and styles that stand in the pages. Only our own texts
 * get one: whatever else got into a page, say through the content, fails the build instead of being allowed by it.
 */
export function policyHashes(
  documents: readonly string[],
  client: OwnTexts,
): { scriptHashes: string[]; styleHashes: string[] } {
  const scripts = [client.firstViewScript, importMap(client), client.bootScript];
  const styles = [
    client.baseCss,
    client.typefaceCss,
    ...Object.values(client.pageCss).map(({ text }) => text),
  ];
  const html = documents.join("\n");
  return {
    scriptHashes: usedHashes("script", scriptsIn(html), scripts),
    styleHashes: usedHashes("style", textsIn(html, "style"), styles),
  };
}

/** Data blocks are scripts that no browser runs. */
function scriptsIn(html: string): string[] {
  return textsIn(
    html.replaceAll(/<script type="application\/(?:ld\+)?json"(?: id="[\w-]+")?>/g, "<data>"),
    "script",
  );
}

/** What begins like the element counts as one, however it is written and whether or not it ends. */
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
  return own
    .filter((text) => found.includes(text))
    .map((text) => `sha256-${createHash("sha256").update(text).digest("base64")}`);
}
