import { join } from "node:path";
import { createApp } from "../../../server/app.ts";
import type { Site } from "../../../server/build-facts.ts";
import type { Config } from "../../../server/config.ts";
import { createHttpServer } from "../../../server/http-server.ts";
import { createLogger } from "../../../server/logger.ts";
import { createRenderLoader } from "../../../server/render.ts";
import { createSiteFilesLoader } from "../../../server/site-files.ts";

export type SiteSettings = Pick<Config, "codeDir" | "siteUrl" | "api" | "trustedProxies" | "corsOrigins">;

/** Serves a built site with the real application, on a free local port and without enquiries, while `use` runs. */
export async function withServedRelease<T>(
  folder: string,
  { site, config }: { site: Site; config: SiteSettings },
  use: (baseUrl: string) => Promise<T>,
): Promise<T> {
  const log = createLogger("silent");
  const app = createApp({
    config: { ...config, healthToken: undefined },
    site,
    siteFiles: createSiteFilesLoader()(join(folder, "client"), site, []),
    render: createRenderLoader(config.codeDir)(folder),
    submit: async () => ({ kind: "unavailable" }),
    countRequest: () => undefined,
    checkHealth: () => Promise.reject(new Error("A release under check has no health")),
    contact: { phone: "", email: "" },
    log,
    now: Date.now,
    createRequestId: () => "check",
  });
  const server = createHttpServer(app.fetch, { log, isProxy: () => true });
  const port = await server.listen({ host: "127.0.0.1", port: 0 });
  try {
    return await use(`http://127.0.0.1:${port}`);
  } finally {
    await server.close();
  }
}
