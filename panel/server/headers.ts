import type { PanelMiddleware } from "./env.ts";

/**
 * The panel's own Content-Security-Policy: nothing inline, nothing foreign, no framing, Trusted Types. Its answers are neither cached nor
 * indexed (P1.1, T5, T6).
 */
export function panelHeaders(siteUrl: string): PanelMiddleware {
  const assets = `${siteUrl}/panel/assets/`;
  const policy = [
    "default-src 'none'",
    `script-src ${assets}`,
    `style-src ${assets}`,
    `font-src ${assets}`,
    "img-src 'self' blob:",
    // The preview.
    `frame-src ${siteUrl}/panel/api/preview/`,
    "connect-src 'self'",
    "manifest-src 'self'",
    `worker-src ${siteUrl}/panel/sw.js`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types panel-worker",
  ].join("; ");
  const headers = {
    "Content-Security-Policy": policy,
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy":
      "publickey-credentials-get=(self), publickey-credentials-create=(self), camera=(), geolocation=(), microphone=()",
    // Not no-referrer: browsers would then send "Origin: null" with writes.
    "Referrer-Policy": "same-origin",
    ...(siteUrl.startsWith("https:") && { "Strict-Transport-Security": "max-age=63072000" }),
    "X-Content-Type-Options": "nosniff",
    "X-Robots-Tag": "noindex, nofollow",
  };
  return async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(headers)) {
      if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    }
  };
}
