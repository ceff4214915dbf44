import dns from "node:dns";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

type PublicFetchOptions = {
  /** Passed in by tests. */
  lookup?: LookupFunction;
  send?: typeof request;
  /** Left out: the answer has no body. A longer one is refused. */
  maxBodyBytes?: number;
};

/**
 * A `fetch` for addresses that somebody typed, so that they reach nothing beside this server: https only, no redirects, and only public
 * addresses, checked as the connection is made, because a name may resolve to another address each time.
 */
export function createPublicFetch(options: PublicFetchOptions = {}): typeof fetch {
  const { lookup = dns.lookup, send = request, maxBodyBytes } = options;
  return async (input, init) => {
    const asked = new Request(input, init);
    const { method, signal } = asked;
    const url = new URL(asked.url);
    const headers = Object.fromEntries(asked.headers);
    const connection = publicConnection(url, lookup);
    const body = new Uint8Array(await asked.arrayBuffer());
    const sent = send(url, { method, headers, signal, ...connection }).end(body);
    // Before the answer it rejects `once`; afterwards the answer has it, too.
    sent.on("error", () => {});
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    const { statusCode = 0 } = answer;
    if (maxBodyBytes !== undefined && statusCode === 200)
      return new Response(await readAtMost(answer, maxBodyBytes));
    answer.on("error", () => {}).destroy();
    const isFinal = (statusCode >= 200 && statusCode < 300) || (statusCode >= 400 && statusCode < 600);
    return new Response(null, { status: isFinal ? statusCode : 502 });
  };
}

/** Options with which `https.request` reaches nothing but a public address; throws a NotPublicError where that cannot be. */
export function publicConnection(url: URL, lookup: LookupFunction = dns.lookup) {
  const address = url.hostname.replace(/^\[|\]$/g, "");
  // Node looks up names only.
  if (url.protocol !== "https:" || (isIP(address) !== 0 && !isPublic(address))) throw notPublic(url.host);
  // Without an agent no connection is shared with requests that were not checked.
  return { agent: false, lookup: publicOnly(lookup) } as const;
}

/** The body of an answer; throws if it is longer. */
export async function readAtMost(answer: IncomingMessage, maxBytes: number) {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of answer) {
    chunks.push(chunk);
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) throw new Error(`more than ${maxBytes} bytes`);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** A lookup that fails if any address of the name is not public. */
function publicOnly(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const all = Array.isArray(found) ? found : [];
      const [first] = all;
      if (error || !first) return callback(error ?? notPublic(hostname), "");
      if (!all.every(({ address }) => isPublic(address))) return callback(notPublic(hostname), "");
      if (options.all) callback(null, all);
      else callback(null, first.address, first.family);
    });
}

/** Whether an address belongs to the internet; IPv4 inside IPv6 counts as IPv4. */
export const isPublic = (address: string) => ipaddr.process(address).range() === "unicast";

export class NotPublicError extends Error {}

const notPublic = (host: string) => new NotPublicError(`${host} is not a public https address`);
