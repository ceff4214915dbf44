import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { createAppointments } from "../appointments/appointments.server.ts";
import type { Interval } from "../appointments/free-slots.ts";
import { systemClock } from "../enquiries/clock.ts";
import { type EnquiryProblem, problemTexts } from "../enquiries/health.server.ts";
import { describeError } from "../enquiries/log.ts";
import { mailServerOf } from "../enquiries/mail/emails.server.ts";
import { leftBehindDatabases } from "../enquiries/owner/kept-databases.server.ts";
import { createEnquiryService } from "../enquiries/service.server.ts";
import { singleFlight } from "../enquiries/single-flight.ts";
import { explainDatabaseError, openDatabase } from "../enquiries/storage/database.server.ts";
import { isOutdated } from "../publishing/basis.ts";
import { runProgram } from "../publishing/fork-program.ts";
import { createOwnFacts } from "../publishing/own-content.ts";
import { createSchedule } from "../publishing/schedule.ts";
import { startPublication } from "../publishing/start-publication.ts";
import { watchCertificate } from "../server/certificate.ts";
import { createAddressList, loopback } from "../server/client-address.ts";
import { type Config, loadConfig, readEnvironment } from "../server/config.ts";
import { createSiteOpener, followReleases } from "../server/follow-releases.ts";
import { readFreeDiskBytes, unreadableRecords } from "../server/health.ts";
import { createHttpServer, type Fetch, type HttpServer } from "../server/http-server.ts";
import { createLogger, type Logger } from "../server/logger.ts";
import { programOf } from "../server/programs.ts";
import { createPublicFetch } from "../server/public-fetch.ts";
import { currentRelease, findServedDir, releaseDirs } from "../server/releases.ts";
import { createSettings, type Settings } from "../server/settings.ts";
import { isClockSteady } from "../server/steady-clock.ts";
import { startDailyBackups } from "./daily-backups.ts";
import { notifyServiceManager, restartWithRoom, shutDownGracefully } from "./life-cycle.ts";
import { mountPanel } from "./mount-panel.ts";
import { openOpinions } from "./open-opinions.ts";
import { followRestores, restoreAtStart } from "./restore-at-start.ts";

const mailDrainTimeoutMs = 5000;
const scheduleMs = 60_000;

const restored = await restoreAtStart(readEnvironment()).catch((error: unknown) => {
  console.error(error);
  return refuseToStart("Przywracania kopii nie można teraz dokończyć. Spróbuje tego następny start.");
});
await start(createSettings(loadConfig(), readEnvironment()));

async function start(settings: Settings): Promise<void> {
  const config = settings.config();
  const { host, port, siteUrl, serviceUrl, isPublic } = config;
  const servedDir = findServedDir(config);
  const older = releaseDirs(config.releasesDir);
  const isBuilt = [servedDir, ...older].some((folder) => existsSync(join(folder, "site.json")));
  // A public site needs none before it is published.
  if (!isBuilt && !(isPublic && servedDir === config.siteDir))
    return refuseToStart(`Nie ma zbudowanej strony w ${resolve(servedDir)}. Uruchom: npm start`);
  const log = createLogger(config.logLevel, { isTerminal: process.stdout.isTTY });
  const fetchPublic = createPublicFetch();
  const isCertificateLate = watchCertificate(serviceUrl);
  const database = await openDatabase({ ...config, log }).catch((error: unknown) => {
    log.fatal({ err: error }, "the database cannot be opened");
    return refuseToStart(explainDatabaseError(error, config));
  });
  const appointments = createAppointments({
    database,
    siteUrl: serviceUrl,
    pattern: () => site.business().booking,
    // In a child process, which is killed after ten seconds.
    readBusy: (request) => {
      const limits = { heapMegabytes: 128, timeoutMs: 10_000 };
      return runProgram(programOf(config, "read-busy.js"), request, limits) as Promise<Interval[]>;
    },
    clock: systemClock,
    limits: config.enquiryLimits,
    onQueued: () => enquiries.onQueued(),
    onVisitorChange: (reference) => void panel?.notify({ kind: "date", reference }),
    sendsMail: () => mailServerOf(site.business(), settings.config()) !== undefined,
    log,
  });
  const enquiries = createEnquiryService({
    ...config,
    database,
    settings: settings.config,
    panelUrl: config.panel ? `${serviceUrl}/panel` : undefined,
    limits: config.enquiryLimits,
    freeDiskBytes: () => readFreeDiskBytes(config.dataDir),
    isClockSteady: () => isClockSteady(config.dataDir, Date.now()),
    booking: appointments.forEnquiries,
    clock: systemClock,
    // Whoever sets the environment owns the server, and may name private addresses.
    fetchAlert: (...request) =>
      settings.isFixed("ALERT_WEBHOOK_URL") ? fetch(...request) : fetchPublic(...request),
    site: () => site.business(),
    onEvent: (event) => void panel?.notify(event),
    async otherProblems() {
      const unreadable = await unreadableRecords(config.dataDir);
      if (unreadable.length > 0) log.error({ unreadable }, "records in the data folder cannot be read");
      const found: Partial<Record<EnquiryProblem, unknown>> = {
        "data-unreadable": unreadable.length,
        "backup-failed": await daily.backups.failure(),
        "backup-not-sent": daily.offsite.isLate(),
        "backup-not-restorable": daily.offsite.record().rehearsal?.problem,
        "alert-address-refused": isAlertRefused(settings),
        "certificate-late": isCertificateLate(),
        "enquiries-left-behind": leftBehindDatabases(config.dataDir).length,
        "publication-stuck": schedule?.isStuck(),
        "opinion-still-shown": opinions.isStuck(),
        // A database that does not answer is a problem of its own.
        "busy-calendars-unread": (await appointments.busy.commitments().catch(() => {}))?.trusted === false,
      };
      return (Object.keys(found) as EnquiryProblem[]).filter((problem) => found[problem]);
    },
    log,
  });
  const opinions = openOpinions({ settings, database, log });
  const site = followReleases({
    findServedDir: () => findServedDir(config),
    findOthers: () => releaseDirs(config.releasesDir),
    open: createSiteOpener({
      config,
      enquiries,
      appointments,
      opinions,
      log,
      ownFacts: createOwnFacts(config),
      visitTags: () => settings.config().visitTags,
    }),
    log,
  });
  const daily = startDailyBackups(settings, log, async (problem) => {
    const text = `${problemTexts["backup-not-sent"]} Ostatnia próba: ${problem}\n\nPopraw to w panelu: ${serviceUrl}/panel/ustawienia/kopie\n`;
    await enquiries.sendToOwner({ subject: "Kopie nie wychodzą poza serwer", text });
    await panel?.notify({ kind: "backup-late" });
  });
  const { backups, offsite } = daily;
  const panel = config.panel
    ? mountPanel({ settings, enquiries, backups, offsite, site, fetchPublic, appointments, opinions, log })
    : undefined;
  const handle: Fetch = (request, bindings) =>
    panel?.owns(bindings.incoming.url ?? "") ? panel.fetch(request, bindings) : site.fetch(request, bindings);
  const server = createHttpServer(handle, {
    log,
    isProxy: createAddressList([...loopback, ...config.trustedProxies]),
  });
  let schedule: ReturnType<typeof startSchedule> | undefined;
  let restores: ReturnType<typeof followRestores> | undefined;
  const { restart } = shutDownGracefully({
    async close() {
      schedule?.stop();
      restores?.stop();
      daily.stop();
      opinions.stop();
      site.stop();
      panel?.closeStreams();
      await server.close();
      panel?.stop();
      await enquiries.stop(mailDrainTimeoutMs);
    },
    log,
    serviceManager: config.serviceManager,
  });
  await listen(server, config);
  if (config.serviceManager) notifyServiceManager(config.serviceManager);
  await enquiries.start();
  schedule = startSchedule(settings, log);
  restores = followRestores({ config, restored, opinions, restart, log });
  await restartWithRoom(() => readFreeDiskBytes(config.dataDir), restart);
  log.info({ host, port, siteUrl, version: site.facts().version }, "listening");
  if (process.stdout.isTTY) console.log(`Strona działa: ${siteUrl}\nZakończenie pracy: Ctrl+C`);
  if (panel && process.stdout.isTTY && !(await panel.hasPasskey()))
    console.log("Panel do zapytań: utwórz link poleceniem npm run panel -- link");
}

/** Whether the alert address comes from the panel and is plain http, which `fetchPublic` refuses. */
function isAlertRefused(settings: Settings): boolean {
  const { protocol } = URL.parse(settings.config().alertWebhookUrl ?? "") ?? {};
  return protocol === "http:" && !settings.isFixed("ALERT_WEBHOOK_URL");
}

/** Publishes what is due, now and every minute, in a child process. */
function startSchedule({ config }: Settings, log: Logger) {
  const started = config();
  // The settings of the pages. Once they are up to date, only a saved setting outdates them: another machine may run another version.
  let applied = currentRelease(started.releasesDir) && isOutdated(started) ? undefined : started;
  const { publishDue, isStuck } = createSchedule({
    folders: started,
    isOutdated() {
      if (config() !== applied && !isOutdated(config())) applied = config();
      return config() !== applied;
    },
    isClockSteady: () => isClockSteady(started.dataDir, Date.now()),
    publish: (publication) => startPublication(config(), publication, () => {}),
    now: () => new Date(),
    log,
  });
  const { run } = singleFlight(() =>
    publishDue().catch((error) => log.error(describeError(error), "what is due could not be found out")),
  );
  void run();
  const timer = setInterval(run, scheduleMs);
  return { isStuck, stop: () => clearInterval(timer) };
}

async function listen(server: HttpServer, { host, port }: Config): Promise<void> {
  try {
    await server.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE")
      refuseToStart(`Port ${port} jest zajęty. Zatrzymaj drugi program albo ustaw inny PORT.`);
    if (code === "EACCES") refuseToStart(`Brak uprawnień do portu ${port}. Ustaw PORT większy niż 1023.`);
    if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
      refuseToStart(`Ten komputer nie ma adresu ${host} (HOST).`);
    throw error;
  }
}

function refuseToStart(reason: string): never {
  console.error(reason);
  process.exit(1);
}
