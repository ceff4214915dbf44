import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Content } from "../content-model/content.ts";
import { loadContent } from "../content-model/load.ts";
import { formatPhone } from "../content-model/phone.ts";
import { ContentError } from "../content-model/problems.ts";
import { createEnquiryService } from "../enquiries/service.server.ts";
import { createApp } from "./app.ts";
import { type Config, loadConfig } from "./config.ts";
import { createHealthCheck, readFreeDiskBytes } from "./health.ts";
import { createHttpServer, type HttpServer } from "./http-server.ts";
import { createLogger } from "./logger.ts";
import type { Render } from "./render.ts";
import { shutDownInGoodOrder } from "./shutdown.ts";
import { readSite } from "./site.ts";

const buildDir = join(import.meta.dirname, "..", "build");
const mailDrainTimeoutMs = 5000;

await start(loadConfig());

async function start(config: Config): Promise<void> {
  const site = readSite(join(buildDir, "site.json"));
  if (site === undefined) return refuseToStart("Strona nie jest jeszcze zbudowana. Uruchom: npm start");
  const content = readContent(config.contentDir);
  const log = createLogger(config.logLevel);
  const phone = formatPhone(content.site.telephone);
  const { email, name, answerTime } = content.site;

  const enquiries = await createEnquiryService({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    smtpUrl: config.smtpUrl,
    mailFrom: config.mailFrom ?? email,
    mailTo: config.mailTo ?? email,
    siteUrl: config.siteUrl,
    retentionDays: config.enquiryRetentionDays,
    alertWebhookUrl: config.alertWebhookUrl,
    canary: config.canary,
    site: {
      name,
      phone,
      email,
      answerTime,
      goals: [...content.oferta.services.map(({ name }) => name), "Inne"],
    },
    limits: config.enquiryLimits,
    log,
  });
  const app = createApp({
    config,
    site,
    clientDir: join(buildDir, "client"),
    render,
    submit: enquiries.submit,
    checkHealth: createHealthCheck({
      version: site.version,
      enquiryHealth: enquiries.health,
      freeDiskBytes: () => readFreeDiskBytes(config.dataDir),
      now: Date.now,
    }),
    contact: { phone, email },
    log,
    now: Date.now,
    createRequestId: randomUUID,
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
  const { host, port, siteUrl } = config;
  log.info({ host, port, siteUrl, version: site.version }, "listening");
  if (process.stdout.isTTY) console.log(`Strona działa: ${siteUrl}`);
}

/** All problems of the content at once, in the words of `content-model`. */
function readContent(folder: string): Content {
  try {
    return loadContent(folder, { checkPhotos: false });
  } catch (fault) {
    if (fault instanceof ContentError) return refuseToStart(fault.message);
    throw fault;
  }
}

/** Loaded at its first use: most requests never need React. */
async function render(request: Parameters<Render>[0]): ReturnType<Render> {
  const built: { render: Render } = await import(pathToFileURL(join(buildDir, "server", "render.js")).href);
  return built.render(request);
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
