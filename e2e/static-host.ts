import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { headersFile } from "../publishing/site/hosting.ts";
import { headersFor, readHeadersFile } from "../publishing/testing/headers-file.ts";
import { readSite } from "../server/build-facts.ts";
import { loadConfig } from "../server/config.ts";
import { listenLocally } from "./local-server.ts";

/** Serves the built pages at `localhost` as Netlify and Cloudflare do, with the headers from the build's `_headers`. */
export async function startStaticHost(): Promise<StaticHost> {
  const { siteDir } = loadConfig();
  const clientDir = join(siteDir, "client");
  const site = readSite(siteDir);
  if (!site) throw new Error(`There is no built site in ${siteDir}`);
  const server = createServer();
  const { port, stop } = await listenLocally(server);
  const baseUrl = `http://localhost:${port}`;

  return {
    baseUrl,
    serve(serviceUrl) {
      const api = { browserBaseUrl: serviceUrl, baseUrl: null };
      const rules = readHeadersFile(headersFile({ ...site, siteUrl: baseUrl, api }));
      server.on("request", ({ url = "/" }, response) => {
        const path = url.replace(/\?.*/, "");
        const file = extname(path) ? path : (site.pages[path] ?? "404.html");
        for (const [name, value] of headersFor(path, rules)) response.appendHeader(name, value);
        response.setHeader("Content-Type", types[extname(file)] ?? "application/octet-stream");
        if (path === "/runtime-config.json") return response.end(JSON.stringify(api));
        response.end(readFileSync(join(clientDir, file)));
      });
    },
    stop,
  };
}

interface StaticHost {
  readonly baseUrl: string;
  serve(serviceUrl: string): void;
  stop(): void;
}

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
};
