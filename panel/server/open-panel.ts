import { randomBytes } from "node:crypto";
import { Resolver } from "node:dns/promises";
import { join } from "node:path";
import { openAccounts } from "../../accounts/accounts.ts";
import type { AccountTables } from "../../accounts/storage/tables.ts";
import { hourMs, systemClock } from "../../enquiries/clock.ts";
import { findMailServer } from "../../enquiries/mail/find-mail-server.server.ts";
import type { EnquiryEvent, EnquiryService } from "../../enquiries/service.server.ts";
import { sharedConfig } from "../../publishing/basis.ts";
import { codeFiles } from "../../publishing/code-build.ts";
import { createDraft } from "../../publishing/draft.ts";
import { createPhotoImporter } from "../../publishing/photos/import-photo.ts";
import { createUploads } from "../../publishing/photos/uploads.ts";
import { startPreview } from "../../publishing/preview/start-preview.ts";
import { startPublication } from "../../publishing/start-publication.ts";
import { readFreeDiskBytes } from "../../server/health.ts";
import { programOf } from "../../server/programs.ts";
import { isClockSteady } from "../../server/steady-clock.ts";
import { createRestorer } from "./backups/restorer.ts";
import type { PanelDeps } from "./env.ts";
import { loadPanelFiles } from "./files.ts";
import { createLive } from "./live.ts";
import { noticeOf } from "./notices.ts";
import { createPanel } from "./panel.ts";
import { createPublisher } from "./publisher.ts";
import { createPush } from "./push.ts";
import { createExporter } from "./start-export.ts";

export type OpenPanelOptions = Pick<
  PanelDeps,
  "settings" | "site" | "backups" | "offsite" | "appointments" | "opinions"
> & {
  enquiries: EnquiryService;
  /** Reaches public addresses only. */
  fetchPublic: typeof fetch;
  log: { warn(fields: object, message: string): void; error(fields: object, message: string): void };
};

export type OpenedPanel = Awaited<ReturnType<typeof openPanel>>;

/** Opens the panel: tables, files and application. Throws if the database fails or the panel has not been built. */
export async function openPanel({ fetchPublic, ...given }: OpenPanelOptions) {
  const { settings, enquiries, site, log } = given;
  const config = settings.config();
  const { codeDir, dataDir, siteUrl } = config;
  const { now } = systemClock;
  const freeDiskBytes = () => readFreeDiskBytes(dataDir);
  const accounts = await openAccounts({
    db: enquiries.database.db.withTables<AccountTables>(),
    now,
    randomBytes,
    siteUrl,
    siteName: () => site.business().name,
    isClockSteady: () => isClockSteady(dataDir, now()),
  });
  const exporter = createExporter({ program: programOf(config, "export.js"), source: config });
  const push = createPush({
    accounts,
    siteUrl,
    // The site of an owner without an e-mail address still has one by its name.
    ownerEmail: () => site.business().email || `kontakt@${new URL(siteUrl).hostname}`,
    fetch: fetchPublic,
    log,
  });
  const draft = createDraft(config);
  const preview = startPreview({
    program: programOf(config, "preview.js"),
    config: () => sharedConfig(settings.config()),
  });
  const dns = new Resolver({ timeout: 3000, tries: 2 });
  const live = createLive({
    revision: enquiries.inbox.revision,
    sessions: async () => (await accounts.sessions.list()).map(({ id }) => id),
    log,
  });
  const app = createPanel({
    ...given,
    findMailServer: (address) => findMailServer(address, dns),
    accounts,
    draft,
    preview,
    exporter,
    push,
    live,
    publisher: createPublisher({
      config,
      draft,
      site,
      publish: (publication, onEvent) => startPublication(settings.config(), publication, onEvent),
      auditLog: accounts.auditLog,
      log,
    }),
    uploads: createUploads({
      uploadsDir: join(dataDir, "uploads"),
      take: createPhotoImporter(config),
      freeDiskBytes,
      now: () => new Date(now()),
    }),
    restorer: createRestorer({
      config,
      isFree: async () => !(await accounts.isSetUp()),
      freeDiskBytes,
      now,
      log,
    }),
    files: loadPanelFiles(join(codeDir, codeFiles.panel)),
    clock: systemClock,
  });
  /** Spam comes in floods, and one notification leads to all of it. */
  let quietUntil = 0;

  async function notify(event: EnquiryEvent): Promise<void> {
    const isQuarantine = event.kind === "quarantine";
    if (isQuarantine && now() < quietUntil) return;
    if (isQuarantine) quietUntil = now() + hourMs;
    await push.notify(noticeOf(event));
  }

  const cleaning = setInterval(() => void accounts.removeOld().catch(() => {}), hourMs).unref();

  return {
    fetch: app.fetch,
    /** Notifies the owner's devices; of the quarantine without a sound, and once an hour at most. */
    notify,
    /** Lets go of the browsers that listen, so that the server can close. */
    hangUp: live.stop,
    stop() {
      clearInterval(cleaning);
      exporter.stop();
      preview.stop();
    },
  };
}
