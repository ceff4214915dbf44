import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { readBuild } from "../../server/build-facts.ts";
import { checkDocument, type ServedDocument } from "./check-document.ts";
import { brokenLinks } from "./check-links.ts";
import { type SiteSettings, withServedRelease } from "./serve-release.ts";

const dataSchema = z.object({
  payloads: z.record(
    z.string(),
    z.object({
      heading: z.optional(z.string()),
      hero: z.optional(z.object({ headline: z.optional(z.array(z.string())) })),
    }),
  ),
});

/**
 * Serves a built site as visitors would get it and looks at every page: answer, heading, size, security policy and everything
 * that it links to on this site. Gives the problems in Polish, a line each.
 */
export async function checkRelease(folder: string, config: SiteSettings): Promise<string[]> {
  const site = readBuild(folder)?.site;
  if (site === undefined) return ["Nowa wersja jest niepełna: brakuje w niej opisu strony (site.json)."];
  const headings = readHeadings(folder);
  return withServedRelease(folder, { site, config }, async (baseUrl) => {
    const documents = await Promise.all(
      Object.keys(site.pages).map((path) => fetchDocument(baseUrl, path, headings[path])),
    );
    return [
      ...documents.flatMap(checkDocument),
      ...(await brokenLinks(documents, { baseUrl, siteUrl: config.siteUrl })),
    ];
  });
}

/** The main heading of every page, from the data that the pages were made of. */
function readHeadings(folder: string): Record<string, string | undefined> {
  const { payloads } = dataSchema.parse(JSON.parse(readFileSync(join(folder, "server/data.json"), "utf8")));
  return Object.fromEntries(
    Object.entries(payloads).map(([path, { heading, hero }]) => [path, heading ?? hero?.headline?.join(" ")]),
  );
}

async function fetchDocument(
  baseUrl: string,
  path: string,
  heading: string | undefined,
): Promise<ServedDocument> {
  const answer = await fetch(baseUrl + path, { headers: { "Accept-Encoding": "br" }, redirect: "manual" });
  return {
    path,
    heading,
    status: answer.status,
    html: await answer.text(),
    // As it went over the line, before fetch unpacked it.
    sentBytes: Number(answer.headers.get("Content-Length")),
    policy: answer.headers.get("Content-Security-Policy") ?? "",
  };
}
