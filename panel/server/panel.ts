import { type Context, Hono } from "hono";
import type { StaticFile } from "../../server/static-files.ts";
import { createApi } from "./api.ts";
import { type PanelEnv, sendError } from "./env.ts";
import { notSetUpPage, sendFile } from "./files.ts";
import { findSession, limitInFlight, refuseForeignWrites } from "./guards.ts";
import { panelHeaders } from "./headers.ts";
import type { PanelDeps } from "./panel-deps.ts";

const maxInFlight = 20;

const inboxPaths = ["/panel/", "/panel/zapytania"];
/** The inbox's first requests. On a slow phone its script would send them half a second after the page. */
const inboxPreloads = ["me", "enquiries/counts", "enquiries"]
  .map((call) => `</panel/api/${call}>; rel=preload; as=fetch; crossorigin`)
  .join(", ");

/** The panel as one HTTP application, for paths that begin with /panel. */
export function createPanel(deps: PanelDeps): Hono<PanelEnv> {
  const { accounts, files, siteUrl, log } = deps;
  const page = (c: Context, headers?: { Link: string }) =>
    sendFile(c, files.get("/index.html") as StaticFile, headers);
  const app = new Hono<PanelEnv>();
  app.use(panelHeaders(siteUrl), limitInFlight(maxInFlight), refuseForeignWrites(siteUrl));
  app.route("/panel/api", createApi(deps));

  app.get("/panel/start", (c) => page(c));
  app.get("/panel", (c) => c.redirect("/panel/", 308));
  app.get("/panel/*", async (c) => {
    const file = files.get(c.req.path.slice("/panel".length));
    if (file) return sendFile(c, file);
    if (/\.[a-z0-9]+$/.test(c.req.path)) return sendError(c, 404, "not-found");
    // Passkeys and cookies belong to one host, so the panel is served on no other.
    if (!isSameHost(c.req.header("Host"), siteUrl)) return c.redirect(siteUrl + c.req.path, 302);
    if (!(await accounts.isSetUp()) && !(await findSession(c, deps))) return c.html(notSetUpPage(files));
    const isInbox = inboxPaths.includes(c.req.path) && c.req.query("stan") === undefined;
    return page(c, isInbox ? { Link: inboxPreloads } : undefined);
  });

  app.notFound((c) => sendError(c, 404, "not-found"));
  app.onError((error, c) => {
    log.error({ err: error, path: c.req.routePath }, "panel request failed");
    return sendError(c, 500, "failed");
  });
  return app;
}

/** Ignores the port, which proxies often drop. */
function isSameHost(host: string | undefined, siteUrl: string): boolean {
  return URL.parse(`http://${host}`)?.hostname === new URL(siteUrl).hostname;
}
