import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { pino } from "pino";
import { onTestFinished } from "vitest";
import type { Submission, SubmitResult } from "../../enquiries/submit.server.ts";
import { temporaryFolder } from "../../publishing/testing/temporary-folder.ts";
import { type AppDeps, createApp } from "../app.ts";
import { createHttpServer, type HttpLimits, httpLimits } from "../http-server.ts";
import type { Render } from "../render.ts";
import { loadSiteFiles } from "../static-files.ts";

/** A build like that of `tools/build.ts`, with two published pages, one of them long enough to compress. */
export const fixtureFiles = {
  "index.html": "<!doctype html><title>Start</title><h1>Start</h1>",
  "oferta.html": `<!doctype html><title>Oferta</title><h1>Oferta</h1>${"<p>Plan treningowy</p>".repeat(200)}`,
  "kontakt.html": "<!doctype html><title>Kontakt</title><form method=post></form>",
  "dziekujemy.html": "<!doctype html><title>Dziękujemy</title><h1>Dziękujemy</h1>",
  "404.html": "<!doctype html><title>404</title><p>This page could not be found</p>",
  "500.html": "<!doctype html><title>500</title><p>Awaria</p>",
  "503.html": "<!doctype html><title>503</title><p>Tłok</p>",
  "robots.txt": "User-agent: *\n",
  "site.webmanifest": "{}",
  "favicon.ico": "icon",
  "kontakt.vcf": "BEGIN:VCARD\r\nEND:VCARD\r\n",
  _headers: "/*\n  X-Content-Type-Options: nosniff\n",
  "assets/app-1a2b3c.js": "console.log('app');\n".repeat(50),
  "pictures/hero-1a2b3c-640.avif": "picture",
  "cards/oferta-1a2b3c.jpg": "card",
  "payload/oferta-1a2b3c.json": "{}",
};

const site = {
  version: "1.2.3",
  pages: {
    "/": "index.html",
    "/oferta": "oferta.html",
    "/kontakt": "kontakt.html",
    "/dziekujemy": "dziekujemy.html",
  },
  unpublished: ["/galeria"],
  scriptHashes: ["sha256-c2NyaXB0"],
  styleHashes: ["sha256-c3R5bGU="],
  business: {
    name: "Trening",
    phone: "+48 000 000 000",
    email: "kontakt@example.com",
    answerTime: "jutro",
    goals: ["Dieta", "Inne"],
  },
};

/** Returns what it was asked to render as plain text. */
const renderAsText: Render = async ({ path, form, error, reference, slots, requestId }) => ({
  status: error?.statusCode ?? 200,
  html: JSON.stringify({ path, form, error, reference, slots, requestId }),
});

export type FixtureOptions = {
  config?: Partial<AppDeps["config"]>;
  /** Null for a release of other code. */
  render?: Render | null;
  submit?: (submission: Submission) => Promise<SubmitResult>;
  countRequest?: AppDeps["enquiries"]["countRequest"];
  countVisit?: AppDeps["enquiries"]["countVisit"];
  health?: AppDeps["enquiries"]["health"];
  isKnown?: AppDeps["enquiries"]["isKnown"];
  appointments?: Partial<AppDeps["appointments"]>;
  opinions?: Partial<AppDeps["opinions"]>;
  now?: AppDeps["now"];
  limits?: Partial<HttpLimits>;
  /** All addresses by default. */
  isProxy?: (address: string) => boolean;
  files?: Record<string, string | Buffer>;
  earlierDirs?: AppDeps["earlierDirs"];
};

/** Writes a complete build folder; its rendered pages return their request as JSON. */
export function writeFixtureBuild(buildDir: string): void {
  writeFixtureSite(join(buildDir, "site"));
  writeFixtureCode(buildDir);
}

/** Writes a published site. */
export function writeFixtureSite(siteDir: string, contact: { email?: string; phone?: string } = {}): void {
  writeClient(join(siteDir, "client"), fixtureFiles);
  const facts = { ...site, business: { ...site.business, ...contact } };
  writeFileSync(join(siteDir, "site.json"), JSON.stringify(facts));
  writeFileSync(join(siteDir, "data.json"), "{}");
}

/** Writes the part of the built code that the server needs. */
export function writeFixtureCode(buildDir: string): void {
  mkdirSync(join(buildDir, "code"), { recursive: true });
  writeFileSync(
    join(buildDir, "code", "render.js"),
    "export const createRender = () => async (request) => ({ status: 200, html: JSON.stringify(request) });",
  );
}

/** Serves the fixture on a free port of 127.0.0.1 until the test ends; `logLines` collects the server's log. */
export async function serveFixture(options: FixtureOptions = {}) {
  const clientDir = temporaryFolder();
  writeClient(clientDir, { ...fixtureFiles, ...options.files });
  const logLines: string[] = [];
  const log = pino({ level: "debug" }, { write: (line: string) => logLines.push(line) });
  const submissions: Submission[] = [];
  const app = createApp({
    config: {
      siteUrl: "https://example.com",
      serviceUrl: "https://example.com",
      api: { browserBaseUrl: "/", baseUrl: null },
      trustedProxies: [],
      corsOrigins: [],
      ...options.config,
    },
    site,
    siteFiles: loadSiteFiles(clientDir, site),
    earlierDirs: options.earlierDirs ?? [],
    render: options.render === null ? undefined : (options.render ?? renderAsText),
    enquiries: {
      async submit(submission) {
        submissions.push(submission);
        return (await options.submit?.(submission)) ?? { kind: "accepted", reference: "7K3M-9QXR" };
      },
      countRequest: options.countRequest ?? (() => undefined),
      countVisit: options.countVisit ?? (() => {}),
      isKnown: options.isKnown ?? (async () => true),
      health: options.health ?? (() => Promise.reject(new Error("no health in this test"))),
    },
    appointments: {
      free: async () => [],
      dateOf: async () => undefined,
      view: async () => undefined,
      changeByVisitor: async () => "missing",
      calendar: { feed: async () => undefined },
      ...options.appointments,
    },
    visitTags: () => ["ulotka"],
    opinions: {
      view: async () => undefined,
      send: async () => "missing",
      withdraw: async () => "missing",
      ...options.opinions,
    },
    log,
    now: options.now ?? (() => 1_700_000_000_000),
    createRequestId: () => "request-1",
  });
  const server = createHttpServer(app.fetch, {
    log,
    isProxy: options.isProxy ?? (() => true),
    limits: { ...httpLimits, ...options.limits },
  });
  const port = await server.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => server.close());
  return { server, port, clientDir, logLines, submissions };
}

/** The best quality would take longer than many a test. */
const lightly = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

export function writeClient(folder: string, files: Record<string, string | Buffer>): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    if (/\.(?:html|js|json|txt)$/.test(name)) {
      writeFileSync(`${path}.br`, brotliCompressSync(content, lightly));
      writeFileSync(`${path}.gz`, gzipSync(content));
    }
  }
}
