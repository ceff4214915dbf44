import { connect } from "node:tls";

const timeoutMs = 5000;

/**
 * Until when the site's certificate is valid, as a visitor's browser would see it; null on plain http or where the site
 * cannot be reached from here.
 */
export function readCertificateExpiry(siteUrl: string): Promise<Date | null> {
  const { protocol, hostname, port } = new URL(siteUrl);
  if (protocol !== "https:") return Promise.resolve(null);
  return new Promise((resolve) => {
    // An expired certificate is what is looked for, so it is no reason to stop.
    const socket = connect({
      host: hostname,
      port: Number(port || 443),
      servername: hostname,
      rejectUnauthorized: false,
      timeout: timeoutMs,
    });
    const end = (expiry: Date | null) => {
      socket.destroy();
      resolve(expiry);
    };
    socket.once("secureConnect", () => end(new Date(socket.getPeerCertificate().valid_to)));
    socket.once("timeout", () => end(null));
    socket.once("error", () => end(null));
  });
}
