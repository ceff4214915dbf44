import { once } from "node:events";
import { connect } from "node:tls";
import { dayMs } from "../enquiries/clock.ts";

const timeoutMs = 5000;
const everyMs = 60_000;

/** "none": the server has none for this name. Undefined for plain http, and where the site cannot be reached from here. */
type Certificate = { from: Date; until: Date } | "none" | undefined;

/** The certificate that a visitor's browser gets. */
export async function readCertificate(siteUrl: string): Promise<Certificate> {
  const { protocol, hostname, port } = new URL(siteUrl);
  if (protocol !== "https:") return undefined;
  // An expired certificate must not end the check.
  const options = { servername: hostname, rejectUnauthorized: false };
  const socket = connect(Number(port || 443), hostname, options);
  try {
    await once(socket, "secureConnect", { signal: AbortSignal.timeout(timeoutMs) });
    const { valid_from: from, valid_to: until } = socket.getPeerCertificate();
    return { from: new Date(from), until: new Date(until) };
  } catch (error) {
    return (error as NodeJS.ErrnoException).code?.startsWith("ERR_SSL_") ? "none" : undefined;
  } finally {
    socket.destroy();
  }
}

/**
 * Whether renewing has failed: Caddy and certbot renew when a third of the time is left, so it has with less than a quarter. One that
 * is bought for a year has three weeks.
 */
export function isRenewalLate(certificate: Certificate, now: number): boolean {
  if (typeof certificate !== "object") return certificate === "none";
  const [from, until] = [certificate.from.getTime(), certificate.until.getTime()];
  return until - now < Math.min((until - from) / 4, 21 * dayMs);
}

/** Looks at the site's certificate every minute; returns whether it is missing or its renewal late, as last seen. */
export function watchCertificate(siteUrl: string): () => boolean {
  let isLate = false;
  setInterval(async () => {
    isLate = isRenewalLate(await readCertificate(siteUrl), Date.now());
  }, everyMs).unref();
  return () => isLate;
}
