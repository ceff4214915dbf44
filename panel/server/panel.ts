import { type Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { TooBusy } from "../../server/concurrency-limit.ts";
import { isThisMachine } from "../../server/config.ts";
import { partHeaders } from "../../server/security-headers.ts";
import { chooseVariant } from "../../server/serve-files.ts";
import type { StaticFile } from "../../server/static-files.ts";
import { admit } from "./admission.ts";
import { createApi } from "./api.ts";
import {
  type PanelDeps,
  type PanelEnv,
  type PanelMiddleware,
  refuseForeignWrites,
  sendError,
} from "./env.ts";

/** The first requests of the most used screens. On a slow phone the script would send them half a second after the page. */
const preloads: Readonly<Record<string, { Link: string }>> = {
  "/panel/": preloadsOf("enquiries/today"),
  "/panel/dzis": preloadsOf("enquiries/today"),
  "/panel/zapytania": preloadsOf("enquiries"),
};

function preloadsOf(call: string) {
  const calls = ["me", "enquiries/counts", call];
  return { Link: calls.map((one) => `</panel/api/${one}>; rel=preload; as=fetch; crossorigin`).join(", ") };
}

/** The panel as one HTTP application, for paths that begin with /panel (P1.1). */
export function createPanel(deps: PanelDeps): Hono<PanelEnv> {
  const { accounts, files, settings, log } = deps;
  const { serviceUrl } = settings.config();
  const page = (c: Context, headers?: { Link: string }) =>
    sendFile(c, files.get("/index.html") as StaticFile, headers);
  const app = new Hono<PanelEnv>();
  app.use(panelHeaders(serviceUrl));
  app.get("/panel/*", (c, next) => {
    const file = files.get(c.req.path.slice("/panel".length));
    if (file) return Promise.resolve(sendFile(c, file));
    const isFile = /^\/panel\/(?!api\/).*\.[a-z0-9]+$/.test(c.req.path);
    return isFile ? Promise.resolve(sendError(c, 404, "not-found")) : next();
  });
  app.use(refuseForeignWrites(serviceUrl), admit(deps));
  app.route("/panel/api", createApi(deps));

  app.get("/panel/start", (c) => page(c));
  app.get("/panel", (c) => c.redirect("/panel/", 308));
  app.get("/panel/*", async (c) => {
    // Passkeys and cookies belong to one host, so the panel is served on no other.
    if (!isSameHost(c, serviceUrl)) return c.redirect(serviceUrl + new URL(c.req.url).pathname, 302);
    if (!c.get("session") && !(await accounts.isSetUp())) return c.html(notSetUpPage(files));
    return page(c, c.req.query("stan") === undefined ? preloads[c.req.path] : undefined);
  });

  app.notFound((c) => sendError(c, 404, "not-found"));
  app.onError((error, c) => {
    if (error instanceof TooBusy) return sendError(c, 503, "busy");
    if (error instanceof HTTPException && error.status === 404) return sendError(c, 404, "not-found");
    // Hono's own errors, such as for a body that is not JSON.
    if (error instanceof HTTPException) return sendError(c, 400, "bad-request");
    log.error({ err: error, path: c.req.routePath }, "panel request failed");
    // The page's script says it in words.
    return c.req.path.startsWith("/panel/api/") ? sendError(c, 500, "failed") : page(c);
  });
  return app;
}

/** Browsers may cache only files whose names contain a hash of their content. */
function sendFile(c: Context, file: StaticFile, headers: Record<string, string> = {}): Response {
  const variant = chooseVariant(c.req.header("Accept-Encoding"), file);
  const caching = file.immutable ? {} : { "Cache-Control": "no-store" };
  return new Response(variant.body, { headers: { ...variant.headers, ...caching, ...headers } });
}

/** The page at the panel's address until the owner's first sign-in. Works without scripts (P1.2). */
function notSetUpPage(files: PanelDeps["files"]): string {
  const styles = [...files.keys()].filter((address) => address.endsWith(".css"));
  return `<!doctype html>
<html lang="pl">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>Panel nie jest jeszcze założony</title>
${styles.map((address) => `<link rel="stylesheet" href="/panel${address}">`).join("\n")}
<main class="screen alone">
<h1>Panel nie jest jeszcze założony</h1>
<p>Pierwszy link do panelu tworzy się na serwerze poleceniem:</p>
<pre>npm run panel -- link</pre>
<p>Link otwiera się na telefonie, na którym panel będzie używany. Działa jeden raz, przez 60 minut.</p>
<p><a href="/">Strona główna</a></p>
</main>
</html>
`;
}

/** Ignores the port, which proxies often drop. A proxy that hides the name would be redirected to itself for ever. */
function isSameHost({ req }: Context, serviceUrl: string): boolean {
  const url = URL.parse(`http://${req.header("Host")}`);
  const isHidden = req.header("X-Forwarded-For") !== undefined && url && isThisMachine(url.href);
  return isHidden || url?.hostname === new URL(serviceUrl).hostname;
}

/** Nothing inline, nothing foreign, no framing, Trusted Types; answers are neither cached nor indexed (P1.1, T5, T6). */
function panelHeaders(serviceUrl: string): PanelMiddleware {
  const assets = `${serviceUrl}/panel/assets/`;
  const policy = [
    "default-src 'none'",
    `script-src ${assets}`,
    `style-src ${assets}`,
    `font-src ${assets}`,
    "img-src 'self' blob:",
    `frame-src ${serviceUrl}/panel/api/preview/`,
    "connect-src 'self'",
    "manifest-src 'self'",
    `worker-src ${serviceUrl}/panel/sw.js`,
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
    "Permissions-Policy":
      "publickey-credentials-get=(self), publickey-credentials-create=(self), camera=(), geolocation=(), microphone=()",
    // Not no-referrer: browsers would then send "Origin: null" with writes.
    "Referrer-Policy": "same-origin",
    "X-Robots-Tag": "noindex, nofollow",
    ...partHeaders({ siteUrl: serviceUrl }),
  };
  return async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(headers)) {
      if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    }
  };
}
