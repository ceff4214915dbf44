import { Hono } from "hono";
import { cors } from "hono/cors";
import type { EnquiryService } from "../enquiries/service.server.ts";
import type { Site } from "./build-facts.ts";
import { createClientAddress } from "./client-address.ts";
import { limitConcurrency, TooBusy } from "./concurrency-limit.ts";
import type { Config } from "./config.ts";
import { postEnquiry } from "./enquiry-api.ts";
import { postForm, showChosenForm, showReference } from "./enquiry-form.ts";
import { getHealth } from "./health.ts";
import { type HttpEnv, HttpError, notFound, parseRequestTarget } from "./http-env.ts";
import type { Fetch } from "./http-server.ts";
import { createRequestLog, type Logger } from "./logger.ts";
import {
  appointmentPage,
  getFeed,
  getSlots,
  opinionPage,
  type SiteAppointments,
  type SiteOpinions,
} from "./private-pages.ts";
import type { Render } from "./render.ts";
import {
  allowOnly,
  refuseCrossSitePosts,
  refuseInvalidQueries,
  removeTrailingSlash,
} from "./request-rules.ts";
import { secureFiles, secureHeaders } from "./security-headers.ts";
import { createSendError } from "./send-error.ts";
import { answerFile, serveFiles } from "./serve-files.ts";
import { createMemoryFile, findImmutableFile, type SiteFiles } from "./static-files.ts";
import { createVisitCounter } from "./visits.ts";

export type AppDeps = {
  config: Pick<Config, "siteUrl" | "serviceUrl" | "api" | "trustedProxies" | "corsOrigins">;
  /** The build: its facts, its files, and its renderer, if this program has it. */
  site: Site;
  siteFiles: SiteFiles;
  /** The client folders of other releases, newest first: tabs that were opened then still ask for their files. */
  earlierDirs: readonly string[];
  render: Render | undefined;
  enquiries: Pick<EnquiryService, "submit" | "countRequest" | "countVisit" | "health" | "isKnown">;
  /** The owner's tags of places with a link to the site. */
  visitTags: () => readonly string[];
  appointments: SiteAppointments;
  opinions: SiteOpinions;
  log: Logger;
  /** Milliseconds since 1970. */
  now: () => number;
  createRequestId: () => string;
};

/** The site as one HTTP application (B1.4). */
export function createApp(deps: AppDeps): { fetch: Fetch } {
  const { config, site, enquiries, appointments, log, now } = deps;
  const inTurn = limitConcurrency({ atOnce: 2, maxWaiting: 20 });
  const ownRender = deps.render;
  const render: Render | undefined = ownRender && ((request) => inTurn(() => ownRender(request)));
  const { files, ...errorPages } = deps.siteFiles;
  files.set("/runtime-config.json", createMemoryFile("/runtime-config.json", JSON.stringify(config.api)));

  const securityFacts = { ...site, ...config };
  secureFiles(files, securityFacts);

  function findFile(path: string) {
    const known = files.get(path);
    const file = known ?? findImmutableFile(deps.earlierDirs, path);
    if (file && !known) secureFiles(new Map([[path, file]]), securityFacts);
    return file;
  }

  const isPage = (path: string) => path in site.pages || site.unpublished.includes(path);
  const isPart = (path: string) => files.has(path) && !isPage(path);
  const sendError = createSendError({ render, isPage, ...errorPages, now });
  const clientAddress = createClientAddress(config.trustedProxies);
  const forms = { ...enquiries, clientAddress };

  // The path exactly as requested: Hono would decode it.
  const app = new Hono<HttpEnv>({
    getPath: (_request, { env }: { env?: HttpEnv["Bindings"] } = {}) => env?.path || "/",
  });
  const isRoute = (path: string) => app.routes.some((route) => route.path === path);

  const isOurs = (path: string) => isPage(path) || isPart(path) || isRoute(path);
  const logRequest = createRequestLog(log, { isOurs, isPart, now });

  const seeVisit = createVisitCounter({ ...config, ...forms, visitTags: deps.visitTags, isPage, isPart });

  app.use(secureHeaders(securityFacts));
  // Tells browsers which other origins may call the services, and answers preflight requests (B7.4).
  if (config.corsOrigins.length > 0) app.use("/api/*", cors({ ...corsRules, origin: config.corsOrigins }));
  app.use(refuseCrossSitePosts(config));
  app.post("/kontakt", postForm({ ...forms, render, contact: site.business, free: appointments.free }));
  app.all("/kontakt", allowOnly("GET", "HEAD", "POST"));
  app.post("/api/enquiries", postEnquiry(forms));
  app.all("/api/enquiries", allowOnly("POST"));
  app.get("/api/slots", getSlots(appointments));
  const withoutSlash = removeTrailingSlash(() => true);
  const ofAppointment = appointmentPage({ ...forms, appointments, render });
  const ofOpinion = opinionPage({ ...forms, opinions: deps.opinions, render });
  for (const { path, get, post } of [ofAppointment, ofOpinion])
    app
      .get(path, get)
      .post(path, post)
      .all(path, allowOnly("GET", "HEAD", "POST"))
      .get(`${path}/`, withoutSlash);
  app.get("/kalendarz/:file", getFeed(appointments));
  app.get("/api/health", getHealth({ version: site.version, enquiryHealth: enquiries.health, now }));
  app.use(
    allowOnly("GET", "HEAD"),
    removeTrailingSlash((path) => path in site.pages),
    refuseInvalidQueries,
    showReference(render, { isKnown: enquiries.isKnown, dateOf: appointments.dateOf }),
    showChosenForm(render, appointments.free),
    serveFiles(findFile),
  );
  app.notFound((c) => {
    const { path } = c.env;
    // The page exists, but its content says `published: false` (B6.8).
    const isHidden = site.unpublished.includes(path);
    return sendError(c, isHidden ? new HttpError(404, `Route ${path} is not pre-rendered`) : notFound);
  });
  app.onError((error, c) => {
    if (error instanceof HttpError) return sendError(c, error);
    if (error instanceof TooBusy) return sendError(c, tooBusy);
    log.error({ requestId: c.env.requestId, err: error }, "request failed");
    return sendError(c, new HttpError(500, "Internal Server Error"));
  });
  return {
    async fetch(request, { incoming, outgoing }) {
      const startedAt = now();
      const target = parseRequestTarget(incoming.url ?? "");
      const env = { incoming, outgoing, requestId: deps.createRequestId(), ...target };
      // No rule applies to it but that of the file. The way through the rules would take half of its time.
      const isPlainRead = target.search === "" && (incoming.method === "GET" || incoming.method === "HEAD");
      const file = isPlainRead ? files.get(env.path) : undefined;
      const answer = (file && (await answerFile(incoming, file))) ?? (await app.fetch(request, env));
      logRequest(env, answer.status, startedAt);
      seeVisit(env, answer.status);
      return answer;
    },
  };
}

const corsRules = {
  allowMethods: ["GET", "POST"],
  // The pages' request client sends Authorization once it has a token.
  allowHeaders: ["Content-Type", "Authorization"],
  exposeHeaders: ["Retry-After"],
  maxAge: 600,
};

const tooBusy = new HttpError(503, "Service Unavailable", { "Retry-After": "5" });
