import type { IncomingHttpHeaders } from "node:http";
import { isbot } from "isbot";
import { minuteMs, secondMs } from "../enquiries/clock.ts";
import type { Visit } from "../enquiries/visits.server.ts";
import type { ClientAddress } from "./client-address.ts";
import type { HttpEnv } from "./http-env.ts";
import { sourceOf } from "./visit-sources.ts";

type VisitDeps = {
  siteUrl: string;
  /** Tags that the owner has declared, in lower case. */
  tags: () => readonly string[];
  count: (visit: Visit) => void;
  clientAddress: ClientAddress;
  isPage: (path: string) => boolean;
  /** Whether a path is a file that pages need. */
  isPart: (path: string) => boolean;
  /** Milliseconds since 1970. */
  now: () => number;
};

type Waiting = Visit & { since: number };

/** Requests from one address decide together, so that a flood of entries that nobody confirms takes no memory. */
const maxAddresses = 1000;
const maxPerAddress = 10;

/**
 * Sees every answer and counts entries (C6.2). A program asks for a page alone. A browser then asks for its files, or has them and asks
 * only whether the page is still the same. Until then, one minute at most, the entry waits in memory under its address.
 */
export function createVisitCounter({ siteUrl, tags, count, clientAddress, isPage, isPart, now }: VisitDeps) {
  const { host } = new URL(siteUrl);
  const waiting = new Map<string, readonly Waiting[]>();
  let sweep: NodeJS.Timeout | undefined;

  function wait(address: string, visit: Visit): void {
    // Who taps a link twice enters once.
    const others = (waiting.get(address) ?? []).filter(({ page }) => page !== visit.page);
    waiting.set(address, [...others, { ...visit, since: now() }].slice(-maxPerAddress));
    if (waiting.size > maxAddresses) waiting.delete(waiting.keys().next().value as string);
    sweep ??= setInterval(forgetOld, secondMs).unref();
  }

  const isRecent = ({ since }: Waiting) => now() - since < minuteMs;

  function forgetOld(): void {
    for (const [address, visits] of waiting) {
      const left = visits.filter(isRecent);
      if (left.length > 0) waiting.set(address, left);
      else waiting.delete(address);
    }
    if (waiting.size > 0) return;
    clearInterval(sweep);
    sweep = undefined;
  }

  function confirm(address: string): void {
    for (const { page, source } of waiting.get(address)?.filter(isRecent) ?? []) count({ page, source });
    waiting.delete(address);
  }

  return ({ incoming, path, search }: HttpEnv["Bindings"], status: number): void => {
    const { method, headers, socket } = incoming;
    if (method !== "GET" || (status !== 200 && status !== 304)) return;
    const address = () =>
      clientAddress(socket.remoteAddress, headers["x-forwarded-for"] as string | undefined);
    if (!isPage(path)) {
      if (waiting.size > 0 && isPart(path)) confirm(address());
      return;
    }
    if (!isEntry(headers, host)) return;
    const visit = { page: path, source: sourceOf(headers.referer, search, tags()) };
    if (status === 304) count(visit);
    else wait(address(), visit);
  };
}

/**
 * Whether the request for a page begins a visit: a browser's own navigation, neither from a page of ours, nor a reload, nor a guess of what
 * may be opened next. Browsers send these headers to https addresses and to this machine.
 */
export function isEntry(headers: IncomingHttpHeaders, ownHost: string): boolean {
  const { "sec-fetch-mode": mode, "sec-fetch-dest": destination } = headers;
  // Through our service worker a navigation arrives as one of its own requests, but with the Referer of the visitor.
  const byWorker = destination === "empty";
  if (mode !== "navigate" || (destination !== "document" && !byWorker)) return false;
  const isOwn =
    (!byWorker && headers["sec-fetch-site"] === "same-origin") || hostOf(headers.referer) === ownHost;
  const isGuess = headers["sec-purpose"] ?? headers.purpose ?? headers["x-moz"];
  const isReload = headers["cache-control"];
  return !isOwn && !isGuess && !isReload && !isProgram(headers["user-agent"] || "bot");
}

const knownAgents = new Map<string, boolean>();

/** The patterns take ten microseconds, and few agents come often. */
function isProgram(agent: string): boolean {
  const known = knownAgents.get(agent);
  if (known !== undefined) return known;
  if (knownAgents.size === 100) knownAgents.clear();
  const is = isbot(agent);
  knownAgents.set(agent, is);
  return is;
}

const hostOf = (url = "") => URL.parse(url)?.host;
