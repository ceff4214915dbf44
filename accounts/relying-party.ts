import { isIP } from "node:net";

/** The WebAuthn relying party: the site's host without a leading `www.`, and the only origin where passkeys may be used (P2.7). */
export type RelyingParty = { id: string; origin: string };

export type NoRelyingParty = { reason: "needs-https" | "needs-host-name" };

/** Browsers allow passkeys on https and on http://localhost, never on an IP address. */
export function relyingPartyOf(siteUrl: string): RelyingParty | NoRelyingParty {
  const { protocol, hostname, origin } = new URL(siteUrl);
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  if (isIP(hostname.replace(/^\[|\]$/g, "")) !== 0) return { reason: "needs-host-name" };
  if (protocol !== "https:" && !isLocal) return { reason: "needs-https" };
  return { id: hostname.replace(/^www\./, ""), origin };
}
