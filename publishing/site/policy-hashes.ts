import { createHash } from "node:crypto";
import { importMap } from "../../app/import-map.ts";
import type { ClientFiles } from "../../app/payload-types.ts";

type OwnTexts = Pick<
  ClientFiles,
  "firstViewScript" | "bootScript" | "integrity" | "baseCss" | "typefaceCss" | "pageCss"
>;

/**
 * The hashes of inline scripts and styles for the content security policy. Only our own texts get one: anything else in a page,
 * perhaps from the content, fails the build instead of being allowed.
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

/** Data blocks are script elements that browsers do not run. */
function scriptsIn(html: string): string[] {
  return textsIn(
    html.replaceAll(/<script type="application\/(?:ld\+)?json"(?: id="[\w-]+")?>/g, "<data>"),
    "script",
  );
}

/** Anything that starts like the element counts, in any case and even if unclosed. */
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
