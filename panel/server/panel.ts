import { Hono } from "hono";
import { type ApiDeps, createApi } from "./api.ts";
import { createSessionCookie } from "./cookie.ts";
import { type PanelEnv, sendError } from "./env.ts";
import { notSetUpPage, type PanelFile, sendFile } from "./files.ts";
import { findSession, limitInFlight, refuseForeignWrites } from "./guards.ts";
import { panelHeaders } from "./headers.ts";

export type PanelDeps = ApiDeps & {
  files: Map<string, PanelFile>;
  log: { error(fields: object, message: string): void };
};

const maxInFlight = 20;

const inboxPaths = ["/panel/", "/panel/zapytania"];
/** What the inbox asks for as soon as its script runs: on a slow phone that is half a second after the page itself. */
const inboxPreloads = ["me", "enquiries/counts", "enquiries"]
  .map((call) => `</panel/api/${call}>; rel=preload; as=fetch; crossorigin`)
  .join(", ");

/** The panel as one HTTP application, for addresses that begin with /panel. */
export function createPanel(deps: PanelDeps): Hono<PanelEnv> {
  const { accounts, files, siteUrl, log } = deps;
  const cookie = createSessionCookie(siteUrl);
  const app = new Hono<PanelEnv>();
  app.use(panelHeaders(siteUrl), limitInFlight(maxInFlight), refuseForeignWrites(siteUrl));
  app.route("/panel/api", createApi(deps));

  app.get("/panel/start", (c) => c.body(htmlOf(files), 200, { "Content-Type": "text/html; charset=utf-8" }));
  app.get("/panel", (c) => c.redirect("/panel/", 308));
  app.get("/panel/*", async (c) => {
    const file = sendFile(c, files, c.req.path);
    if (file) return file;
    if (/\.[a-z0-9]+$/.test(c.req.path)) return sendError(c, 404, "not-found");
    // Passkeys and cookies belong to one host: the panel is shown on no other.
    if (!isSameHost(c.req.header("Host"), siteUrl)) return c.redirect(siteUrl + c.req.path, 302);
    if (!(await accounts.isSetUp()) && !(await findSession(c, accounts, cookie)))
      return c.html(notSetUpPage(files));
    if (inboxPaths.includes(c.req.path) && c.req.query("stan") === undefined) c.header("Link", inboxPreloads);
    return c.body(htmlOf(files), 200, { "Content-Type": "text/html; charset=utf-8" });
  });

  app.notFound((c) => sendError(c, 404, "not-found"));
  app.onError((error, c) => {
    log.error({ err: error, path: c.req.routePath }, "panel request failed");
    return sendError(c, 500, "failed");
  });
  return app;
}

/** Whatever the port: proxies often leave it out of what they hand on. */
function isSameHost(host: string | undefined, siteUrl: string): boolean {
  return URL.parse(`http://${host}`)?.hostname === new URL(siteUrl).hostname;
}

function htmlOf(files: Map<string, PanelFile>): Uint8Array<ArrayBuffer> {
  return files.get("/panel/index.html")?.body ?? new Uint8Array();
}
