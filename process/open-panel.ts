import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { openAccounts } from "../accounts/accounts.ts";
import type { AccountTables } from "../accounts/storage/tables.ts";
import { systemClock } from "../enquiries/clock.ts";
import type { EnquiryEvent, EnquiryService } from "../enquiries/service.server.ts";
import type { Backups } from "../panel/server/backups/backups.ts";
import { createRestorer } from "../panel/server/backups/restorer.ts";
import { createSessionCookie } from "../panel/server/env.ts";
import { loadPanelFiles } from "../panel/server/files.ts";
import { createPanel } from "../panel/server/panel.ts";
import { createPublisher, type PublisherDeps } from "../panel/server/publisher.ts";
import { createPush } from "../panel/server/push.ts";
import { createExporter } from "../panel/server/start-export.ts";
import { codeFiles } from "../publishing/code-build.ts";
import { createDraft } from "../publishing/draft.ts";
import { ensureOwnContent } from "../publishing/own-content.ts";
import { createPhotoImporter } from "../publishing/photos/import-photo.ts";
import { createUploads } from "../publishing/photos/uploads.ts";
import { previewSource, startPreview } from "../publishing/preview/start-preview.ts";
import { startPublication } from "../publishing/start-publication.ts";
import { withdrawEverywhere } from "../publishing/withdraw.ts";
import { createClientAddress } from "../server/client-address.ts";
import type { followReleases } from "../server/follow-releases.ts";
import { readFreeDiskBytes } from "../server/health.ts";
import { programOf } from "../server/programs.ts";
import { createPublicFetch } from "../server/public-fetch.ts";
import type { Settings } from "../server/settings.ts";
import { isClockSteady } from "../server/steady-clock.ts";

export type OpenPanelOptions = {
  settings: Settings;
  enquiries: EnquiryService;
  backups: Backups;
  /** The current site. */
  site: Pick<ReturnType<typeof followReleases>, "business" | "facts">;
  log: { warn(fields: object, message: string): void; error(fields: object, message: string): void };
};

export type OpenedPanel = Awaited<ReturnType<typeof openPanel>>;

const hourMs = 60 * 60_000;

const noticeOf: Record<EnquiryEvent, { title: string; body: string }> = {
  enquiry: { title: "Nowe zapytanie", body: "Otwórz panel, żeby je przeczytać." },
  reminder: { title: "Przypomnienie", body: "Ktoś czeka na odpowiedź. Otwórz panel." },
};

/** Opens the panel: tables, files and application. Throws if the database fails or the panel has not been built. */
export async function openPanel({ settings, enquiries, backups, site, log }: OpenPanelOptions) {
  const config = settings.config();
  const { codeDir, dataDir, databaseUrl, siteUrl } = config;
  const db = enquiries.database.db.withTables<AccountTables>();
  const now = Date.now;
  const contentEmail = () => site.business().email;
  const version = () => site.facts().version;
  const clientAddress = createClientAddress(config.trustedProxies);
  const accounts = await openAccounts({
    db,
    now,
    randomBytes,
    siteUrl,
    siteName: () => site.business().name,
    isClockSteady: () => isClockSteady(dataDir, now()),
  });
  const exporter = createExporter({
    program: programOf(config, "export.js"),
    source: { dataDir, databaseUrl },
  });
  const push = createPush({ accounts, siteUrl, ownerEmail: contentEmail, fetch: createPublicFetch(), log });
  const publish: PublisherDeps["publish"] = (publication, onEvent) =>
    startPublication(settings.config(), publication, onEvent);
  const draft = createDraft(config);
  const preview = startPreview({
    program: programOf(config, "preview.js"),
    source: () => previewSource(settings.config()),
  });
  const importPhoto = createPhotoImporter({
    photosDir: join(config.ownContentDir, "photos"),
    picturesDir: join(config.cacheDir, "pictures"),
    now: () => new Date(now()),
    codeDir,
  });
  const publisher = createPublisher({
    folders: config,
    publish,
    withdraw: (photo, by, publish) => withdrawEverywhere(photo, { config, draft, publish, by }),
    version,
    auditLog: accounts.auditLog,
    log,
  });
  const uploads = createUploads({
    uploadsDir: join(dataDir, "uploads"),
    async take(bytes, name) {
      await ensureOwnContent(config);
      return importPhoto(bytes, name);
    },
    freeDiskBytes: () => readFreeDiskBytes(dataDir),
    now: () => new Date(now()),
  });
  const restorer = createRestorer({
    dataDir,
    program: programOf(config, "backup.js"),
    isFree: async () => !(await accounts.isSetUp()),
    freeDiskBytes: () => readFreeDiskBytes(dataDir),
    now,
    log,
  });
  const app = createPanel({
    accounts,
    folders: config,
    enquiries,
    publisher,
    uploads,
    exporter,
    backups,
    restorer,
    draft,
    preview,
    settings,
    contentEmail,
    push,
    files: loadPanelFiles(join(codeDir, codeFiles.panel)),
    cookie: createSessionCookie(siteUrl),
    siteUrl,
    clientAddress: (c) => clientAddress(c.env.incoming.socket.remoteAddress, c.req.header("X-Forwarded-For")),
    version,
    now,
    clock: systemClock,
    log,
  });
  const cleaning = setInterval(() => void accounts.removeOld().catch(() => {}), hourMs).unref();

  return {
    fetch: app.fetch,
    /** Notifies the owner's devices. */
    notify: (event: EnquiryEvent, reference: string) =>
      push.notify({ ...noticeOf[event], path: `/panel/zapytania/${reference}` }),
    stop() {
      clearInterval(cleaning);
      exporter.stop();
      preview.stop();
    },
  };
}
