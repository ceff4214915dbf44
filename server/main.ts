import { randomUUID } from "node:crypto";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import {
  createEnquiryService,
  type EnquiryService,
  NewerDatabaseError,
} from "../enquiries/service.server.ts";
import { createApp } from "./app.ts";
import { type Business, readBuild } from "./build-facts.ts";
import { type Config, loadConfig } from "./config.ts";
import { createHealthCheck, readFreeDiskBytes } from "./health.ts";
import { createHttpServer, type HttpServer } from "./http-server.ts";
import { createLogger, type Logger } from "./logger.ts";
import type { Render } from "./render.ts";
import { shutDownInGoodOrder } from "./shutdown.ts";

const mailDrainTimeoutMs = 5000;

await start(loadConfig());

async function start(config: Config): Promise<void> {
  const { buildDir, host, port, siteUrl } = config;
  const build = readBuild(buildDir);
  if (!build) return refuseToStart(`Nie ma zbudowanej strony w ${resolve(buildDir)}. Uruchom: npm start`);
  const { site, business } = build;
  const log = createLogger(config.logLevel);
  const enquiries = await openEnquiries(config, business, log);
  const app = createApp({
    config,
    site,
    clientDir: join(buildDir, "client"),
    render: createRender(join(buildDir, "server", "render.js")),
    submit: enquiries.submit,
    checkHealth: createHealthCheck({
      version: site.version,
      enquiryHealth: enquiries.health,
      freeDiskBytes: () => readFreeDiskBytes(config.dataDir),
      now: Date.now,
    }),
    contact: business,
    log,
    now: Date.now,
    // Short enough to be read out over the phone.
    createRequestId: () => randomUUID().slice(0, 8),
  });
  const server = createHttpServer(app.fetch, log);
  shutDownInGoodOrder({
    async close() {
      await server.close();
      await enquiries.stop(mailDrainTimeoutMs);
    },
    log,
    exit: (code) => process.exit(code),
  });
  await listen(server, config);
  enquiries.start();
  log.info({ host, port, siteUrl, version: site.version }, "listening");
  if (process.stdout.isTTY) console.log(`Strona działa: ${siteUrl}`);
}

async function openEnquiries(config: Config, site: Business, log: Logger): Promise<EnquiryService> {
  try {
    return await createEnquiryService({
      dataDir: config.dataDir,
      databaseUrl: config.databaseUrl,
      smtpUrl: config.smtpUrl,
      mailFrom: config.mailFrom ?? site.email,
      mailTo: config.mailTo ?? site.email,
      siteUrl: config.siteUrl,
      retentionDays: config.enquiryRetentionDays,
      alertWebhookUrl: config.alertWebhookUrl,
      canary: config.canary,
      site,
      limits: config.enquiryLimits,
      log,
    });
  } catch (fault) {
    if (fault instanceof NewerDatabaseError) return refuseToStart(fault.message);
    log.fatal({ err: fault }, "the database cannot be opened");
    const place =
      config.databaseUrl === undefined ? `w folderze ${config.dataDir} (DATA_DIR)` : "DATABASE_URL";
    return refuseToStart(`Nie można otworzyć bazy danych ${place}.`);
  }
}

/** Loads the renderer at its first use: most requests never need React. */
function createRender(bundle: string): Render {
  return async (request) => {
    const built: { render: Render } = await import(pathToFileURL(bundle).href);
    return built.render(request);
  };
}

async function listen(server: HttpServer, { host, port }: Config): Promise<void> {
  try {
    await server.listen({ host, port });
  } catch (fault) {
    const { code } = fault as NodeJS.ErrnoException;
    if (code === "EADDRINUSE")
      refuseToStart(`Port ${port} jest zajęty. Zatrzymaj drugi program albo ustaw inny PORT.`);
    if (code === "EACCES") refuseToStart(`Brak uprawnień do portu ${port}. Ustaw PORT większy niż 1023.`);
    if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
      refuseToStart(`Ten komputer nie ma adresu ${host} (HOST).`);
    throw fault;
  }
}

function refuseToStart(reason: string): never {
  console.error(reason);
  process.exit(1);
}
