import { once } from "node:events";
import { connect } from "node:tls";

const timeoutMs = 5000;

/** When the site's certificate expires, as seen by a visitor's browser; null for plain http, or if the site cannot be reached from here. */
export async function readCertificateExpiry(siteUrl: string): Promise<Date | null> {
  const { protocol, hostname, port } = new URL(siteUrl);
  if (protocol !== "https:") return null;
  const socket = connect({
    host: hostname,
    port: Number(port || 443),
    servername: hostname,
    // An expired certificate must not end the check.
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
