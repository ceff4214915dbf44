import { once } from "node:events";
import { connect } from "node:tls";

const timeoutMs = 5000;

/**
 * Until when the site's certificate is valid, as a visitor's browser would see it; null on plain http or where the site
 * cannot be reached from here.
 */
export async function readCertificateExpiry(siteUrl: string): Promise<Date | null> {
  const { protocol, hostname, port } = new URL(siteUrl);
  if (protocol !== "https:") return null;
  const socket = connect({
    host: hostname,
    port: Number(port || 443),
    servername: hostname,
    // An expired certificate is what is looked for, so it is no reason to stop.
    rejectUnauthorized: false,
  });
  try {
    await once(socket, "secureConnect", { signal: AbortSignal.timeout(timeoutMs) });
    return new Date(socket.getPeerCertificate().valid_to);
  } catch {
    return null;
  } finally {
    socket.destroy();
  }
}
