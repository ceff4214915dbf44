import { hash } from "node:crypto";
import { routes } from "../app/routes.ts";
import { escapeHtml } from "../enquiries/mail/email-message.server.ts";
import type { SiteFacts } from "../enquiries/site-facts.ts";
import type { Site } from "./build-facts.ts";
import { createMemoryFile, type SiteFiles } from "./static-files.ts";

/** What the owner has already typed; empty where the draft still has the sample's words. */
export type OwnFacts = { name: string; phone: string; email: string };

/** The version of the site while nothing of the owner's has been published. */
export const preparationVersion = "w-przygotowaniu";

/**
 * The site before the owner's first publication: one page, that says so to people and keeps search engines away, at every address of a
 * page (C7.1). Nothing of the sample is in it. It lives in memory, because no release holds it.
 */
export function createPreparation({ name, phone, email }: OwnFacts, panelNeeds: SiteFiles["files"]) {
  const page = createMemoryFile("/index.html", preparationPage(name, phone));
  const paths = routes.map(({ path }) => path);
  // Test messages, which can be sent before the first publication, tell when to expect an answer.
  const business: SiteFacts = { name: name || title, phone, email, answerTime: "wkrótce", goals: [] };
  const site: Site = {
    version: preparationVersion,
    pages: Object.fromEntries(paths.map((path) => [path, "index.html"])),
    unpublished: [],
    scriptHashes: [],
    styleHashes: [`sha256-${hash("sha256", style, "base64")}`],
    business,
  };
  // Crawlers have to read the page to see its noindex.
  const robots = createMemoryFile("/robots.txt", "User-agent: *\nAllow: /\nDisallow: /api/\n");
  const files = new Map([
    ...panelNeeds,
    ...paths.map((path) => [path, page] as const),
    ["/robots.txt", robots] as const,
  ]);
  return { site, siteFiles: { files, notFoundPage: page, serverErrorPage: page, overloadPage: page } };
}

const title = "Strona w przygotowaniu";

function preparationPage(name: string, phone: string): string {
  const number = phone.replace(/[^+\d]/g, "");
  return [
    `<!doctype html><html lang="pl"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">`,
    `<meta name="robots" content="noindex"><meta name="theme-color" content="#ffffff"><title>${title}</title>`,
    `<link rel="icon" href="data:,"><style>${style}</style></head><body><main>`,
    `<svg viewBox="0 0 64 64" width="64" height="64" aria-hidden="true"><circle cx="32" cy="32" r="23" fill="none" stroke="#101113" stroke-width="18"/><circle cx="32" cy="32" r="7" fill="#101113"/></svg>`,
    `<h1>${title.replace(" w ", " w\u00a0")}</h1>`,
    name && `<p>${escapeHtml(name)}</p>`,
    phone && `<p><a href="tel:${number}">${escapeHtml(phone)}</a></p>`,
    `</main></body></html>`,
  ].join("");
}

const style =
  "html{height:100%}body{min-height:100%;margin:0;display:grid;background:#fff;color:#101113;font:1.25rem/1.5 system-ui,sans-serif}" +
  "main{align-self:center;box-sizing:border-box;width:100%;max-width:60rem;margin:auto;padding:3rem clamp(1.5rem,8vw,6rem)}" +
  "h1{margin:2rem 0 1.5rem;font-size:clamp(1.75rem,8.5vw,5rem);font-weight:800;line-height:1;letter-spacing:-.02em;text-wrap:balance}" +
  "p{margin:.25rem 0}a{display:inline-block;padding:.625rem 0;color:inherit;font-size:clamp(1.5rem,5vw,2.25rem);font-weight:700;text-underline-offset:.2em}" +
  "a:focus-visible{outline:3px solid;outline-offset:3px}";
