import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { checkDocument, type ServedDocument } from "../../../publishing/checks/check-document.ts";
import { checkOwnLinks } from "../../../publishing/checks/check-pages.ts";
import { checkWeight } from "../../../publishing/checks/check-weight.ts";
import { type Check, error } from "../../../publishing/checks/problem.ts";
import { readSite } from "../../../server/build-facts.ts";
import { checkHtml } from "./check-html.ts";
import { checkOtherLinks } from "./check-other-links.ts";
import { type SiteSettings, withServedRelease } from "./serve-release.ts";

/**
 * Serves a built site and checks every page as visitors would get it: status, headings, security policy, weight, picture
 * descriptions, and all links (to other sites only where it `isOnline`).
 */
export async function checkRelease(
  folder: string,
  config: SiteSettings,
  { isOnline = false } = {},
): Promise<Check[]> {
  const site = readSite(folder);
  if (site === undefined) return [{ name: "Strony", problems: [error("brakuje opisu strony", "site.json")] }];
  const headings = readHeadings(folder);
  const paths = Object.keys(site.pages);
  const clientDir = join(folder, "client");
  const { siteUrl } = config;
  return withServedRelease(folder, { site, config }, async (baseUrl) => {
    const documents = await Promise.all(paths.map((path) => fetchDocument(baseUrl, path, headings[path])));
    return [
      { name: "Strony", problems: documents.flatMap(checkDocument) },
      { name: "Waga stron", problems: checkWeight(clientDir, documents) },
      { name: "Budowa stron", problems: await checkHtml(documents) },
      {
        name: "Odnośniki",
        problems: [
          ...checkOwnLinks(documents, { site, clientDir, siteUrl }),
          ...(await checkOtherLinks(documents, { siteUrl, isOnline })),
        ],
      },
    ];
  });
}

const dataSchema = z.object({
  payloads: z.record(
    z.string(),
    z.object({
      heading: z.optional(z.string()),
      hero: z.optional(z.object({ headline: z.optional(z.array(z.string())) })),
    }),
  ),
});

/** The main heading of every page, from the release's data. */
function readHeadings(folder: string): Record<string, string | undefined> {
  const { payloads } = dataSchema.parse(JSON.parse(readFileSync(join(folder, "data.json"), "utf8")));
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
    // The compressed size; fetch has decompressed the body.
    sentBytes: Number(answer.headers.get("Content-Length")),
    policy: answer.headers.get("Content-Security-Policy") ?? "",
  };
}
