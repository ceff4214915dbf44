import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Site } from "../../server/build-facts.ts";
import { documentHeaders, type SecurityFacts } from "../../server/security-headers.ts";
import { cacheControl, immutableFolders } from "../../server/static-files.ts";
import type { ReleaseFiles } from "../release-files.ts";

type Headers = ReturnType<typeof documentHeaders>;
type HostingFacts = SecurityFacts & Pick<Site, "pages">;

/** Writes our headers for other servers: `_headers` (Netlify, Cloudflare) next to the public files, and an nginx snippet in `hosting`. */
export async function writeHostingFiles(outDir: string, files: ReleaseFiles, facts: HostingFacts) {
  const hosting = join(outDir, "hosting");
  await mkdir(hosting, { recursive: true });
  await files.write("/_headers", headersFile(facts));
  await writeFile(join(hosting, "nginx.conf"), nginxSnippet(documentHeaders(facts)));
}

/** The text of `_headers`. Hosts combine matching rules, so no address may match two rules with Cache-Control. */
export function headersFile(facts: HostingFacts): string {
  const rule = (address: string, headers: Headers) =>
    [address, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`), ""].join("\n");
  const askEachTime = [...Object.keys(facts.pages), "/sw.js", "/runtime-config.json", "/site.webmanifest"];
  return [
    rule("/*", documentHeaders(facts)),
    ...immutableFolders.map((folder) => rule(`/${folder}/*`, { "Cache-Control": cacheControl.immutable })),
    ...askEachTime.map((address) => rule(address, { "Cache-Control": cacheControl.current })),
  ].join("");
}

/** Uses a variable, because an nginx location with its own add_header loses all inherited ones. */
function nginxSnippet(headers: Headers): string {
  return [
    "# Include this inside server { } and give no location an add_header of its own.",
    ...Object.entries(headers).map(([name, value]) => `add_header ${name} "${value}" always;`),
    // Without "always", so a 404 is not cached for a year.
    "add_header Cache-Control $cache_control;",
    `set $cache_control "${cacheControl.current}";`,
    `location ~ ^/(?:${immutableFolders.join("|")})/ {`,
    `    set $cache_control "${cacheControl.immutable}";`,
    "    try_files $uri =404;",
    "}",
    "",
  ].join("\n");
}
