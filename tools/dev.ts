import { createServer } from "node:http";
import { isAbsolute, join, relative, resolve } from "node:path";
import { createServer as createViteServer, type ViteDevServer } from "vite";
import { loadConfig } from "../server/config.ts";
import { fontsDir } from "./build/code.ts";
import { buildFonts } from "./build/fonts.ts";
import { createDevRender, payloadAt, send, showPage, wantsPage } from "./dev/dev-pages.ts";
import { createDevServices, devDir } from "./dev/dev-services.ts";
import { createDevSite } from "./dev/dev-site.ts";

// Serves the site from its sources; changes of content and code appear in the browser at once.

// Even if .env says "production": React explains its errors only in development.
process.env.NODE_ENV = "development";

// Editors save a file in several steps.
const quietMs = 60;
const otherFolders = ["build", "releases", "data", "art", ".cache"].map((name) => resolve(name));

const config = loadConfig();
const clientDir = join(devDir, "client");
await buildFonts(fontsDir);
const http = createServer();
const vite = await createViteServer({
  mode: "development",
  logLevel: "warn",
  appType: "custom",
  server: {
    middlewareMode: true,
    hmr: { server: http },
    watch: { ignored: notWatched(resolve(config.contentDir)) },
  },
  optimizeDeps: { entries: ["app/start.tsx"] },
});
const site = createDevSite(config, clientDir);
const openServices = await createDevServices(config, clientDir);
let services: ReturnType<typeof openServices> | undefined;

async function reload(): Promise<void> {
  const { data, error } = await site.reload();
  if (data && error === undefined) services = openServices(data, createDevRender(vite, data));
}

http.on("request", async (request, response) => {
  const { url = "/" } = request;
  const current = await site.current();
  if (wantsPage(request)) {
    const { pathname, search } = new URL(url, "http://localhost");
    const { status, html } = await showPage(vite, current, { path: pathname, search });
    return send(response, { status, type: "text/html", text: html });
  }
  const payload = payloadAt(url, current.data);
  if (payload !== undefined) {
    return send(response, { status: 200, type: "application/json", text: JSON.stringify(payload) });
  }
  vite.middlewares(request, response, () =>
    services ? services(request, response) : response.writeHead(503).end(),
  );
});

await reload();
reloadAtChanges(vite, resolve(config.contentDir), reload);
http.listen(config.port, config.host, () => console.log(`Podgląd strony: http://localhost:${config.port}`));

/** The owner's content is in the data folder, where nothing else is watched. */
function notWatched(contentDir: string): (file: string) => boolean {
  return (file) =>
    otherFolders.some((folder) => isWithin(file, folder)) &&
    !isWithin(file, contentDir) &&
    !isWithin(contentDir, file);
}

function reloadAtChanges(vite: ViteDevServer, contentDir: string, reload: () => Promise<void>): void {
  let timer: NodeJS.Timeout | undefined;
  vite.watcher.add(contentDir);
  vite.watcher.on("all", (_event, file) => {
    if (isWithin(file, contentDir)) {
      clearTimeout(timer);
      timer = setTimeout(() => void reload().then(() => vite.ws.send({ type: "full-reload" })), quietMs);
    } else if (isWithin(file, resolve("app")) && !isInBrowser(vite, file)) {
      vite.ws.send({ type: "full-reload" });
    }
  });
}

/** Vite updates the browser's modules by itself. */
function isInBrowser(vite: ViteDevServer, file: string): boolean {
  return (vite.environments.client.moduleGraph.getModulesByFile(file)?.size ?? 0) > 0;
}

function isWithin(file: string, folder: string): boolean {
  const path = relative(folder, file);
  return !path.startsWith("..") && !isAbsolute(path);
}
