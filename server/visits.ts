import type { IncomingHttpHeaders } from "node:http";
import { isbot } from "isbot";
import { minuteMs } from "../enquiries/clock.ts";
import type { Visit } from "../enquiries/visits.server.ts";
import type { ClientAddress } from "./client-address.ts";
import type { HttpEnv } from "./http-env.ts";

type VisitDeps = {
  siteUrl: string;
  /** Tags that the owner has declared, in lower case. */
  visitTags: () => readonly string[];
  countVisit: (visit: Visit) => void;
  clientAddress: ClientAddress;
  isPage: (path: string) => boolean;
  /** Whether a path is a file that pages need. */
  isPart: (path: string) => boolean;
};

/** A flood of entries that nobody confirms takes no more memory than this. */
const maxWaiting = 1000;

/**
 * Sees every answer and counts entries (C6.2). A program asks for a page alone. A browser then asks for its files, or has them and asks
 * only whether the page is still the same. Until then, one minute at most, the last entry of an address waits in memory.
 */
export function createVisitCounter(deps: VisitDeps) {
  const { siteUrl, visitTags, countVisit, clientAddress, isPage, isPart } = deps;
  const { host } = new URL(siteUrl);
  /** By address, oldest first. */
  const waiting = new Map<string, { visit: Visit; expiry: NodeJS.Timeout }>();

  function wait(address: string, visit: Visit): void {
    take(address);
    if (waiting.size === maxWaiting) take(waiting.keys().next().value as string);
    waiting.set(address, { visit, expiry: setTimeout(take, minuteMs, address).unref() });
  }

  function take(address: string): Visit | undefined {
    const { visit, expiry } = waiting.get(address) ?? {};
    clearTimeout(expiry);
    waiting.delete(address);
    return visit;
  }

  return ({ incoming, path, search }: HttpEnv["Bindings"], status: number): void => {
    const { method, headers } = incoming;
    if (method !== "GET" || (status !== 200 && status !== 304)) return;
    if (!isPage(path)) {
      const visit = waiting.size > 0 && isPart(path) && take(clientAddress(incoming));
      if (visit) countVisit(visit);
    } else if (isEntry(headers, host)) {
      const visit = { page: path, source: sourceOf(headers.referer, search, visitTags()) };
      if (status === 304) countVisit(visit);
      else wait(clientAddress(incoming), visit);
    }
  };
}

/**
 * Whether the request for a page begins a visit: a browser's own navigation, neither from a page of ours, nor a reload, nor a guess of what
 * may be opened next. Browsers send these headers to https addresses and to this machine.
 */
export function isEntry(headers: IncomingHttpHeaders, ownHost: string): boolean {
  const { "sec-fetch-mode": mode, "sec-fetch-dest": destination, "sec-fetch-site": from } = headers;
  // Through our service worker a navigation arrives as one of its own requests, but with the Referer of the visitor.
  const byWorker = destination === "empty";
  if (mode !== "navigate" || (destination !== "document" && !byWorker)) return false;
  const isOwn = (!byWorker && from === "same-origin") || URL.parse(headers.referer ?? "")?.host === ownHost;
  const isGuess = headers["sec-purpose"] ?? headers.purpose ?? headers["x-moz"];
  const isReload = headers["cache-control"];
  return !isOwn && !isGuess && !isReload && !isbot(headers["user-agent"] || "bot");
}

/** Sites by which visitors come: the name that the panel shows, and its domains, which stand for their subdomains, too. */
const sites = [
  ["Bing", "bing.com"],
  ["Booksy", "booksy.com"],
  ["ChatGPT", "chatgpt.com", "openai.com"],
  ["DuckDuckGo", "duckduckgo.com"],
  ["Facebook", "facebook.com", "fb.com", "messenger.com"],
  ["Fixly", "fixly.pl"],
  ["Instagram", "instagram.com"],
  ["LinkedIn", "linkedin.com", "lnkd.in"],
  ["OLX", "olx.pl"],
  ["Oferteo", "oferteo.pl"],
  ["TikTok", "tiktok.com"],
  ["WhatsApp", "whatsapp.com", "wa.me"],
  ["X", "x.com", "t.co", "twitter.com"],
  ["YouTube", "youtube.com", "youtu.be"],
  ["ZnanyLekarz", "znanylekarz.pl"],
] as const;

/**
 * The name of a known site, `z:` and a tag of the owner's, or `inne`. Nothing else that a browser sends is ever returned, so an invented
 * tag or a stranger's address is stored nowhere (C6.1).
 */
export function sourceOf(referer: string | undefined, search: string, tags: readonly string[]): string {
  const tag = search && new URLSearchParams(search).get("z")?.toLowerCase();
  if (tag && tags.includes(tag)) return `z:${tag}`;
  const host = URL.parse(referer ?? "")?.hostname ?? "";
  // Google has a domain in every country, and its apps name themselves.
  if (/(?:^|\.)google\.[a-z]{2,3}(?:\.[a-z]{2})?$|^com\.google\./.test(host)) return "Google";
  const isOf = (domain: string) => host === domain || host.endsWith(`.${domain}`);
  return sites.find(([, ...domains]) => domains.some(isOf))?.[0] ?? "inne";
}
