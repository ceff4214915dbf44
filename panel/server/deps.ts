import { Resolver } from "node:dns/promises";
import { join } from "node:path";
import { openAccounts } from "../../accounts/accounts.ts";
import type { AccountTables } from "../../accounts/storage/tables.ts";
import type { Appointments } from "../../appointments/appointments.server.ts";
import { systemClock } from "../../enquiries/clock.ts";
import { findMailServer } from "../../enquiries/mail/find-mail-server.server.ts";
import type { EnquiryService } from "../../enquiries/service.server.ts";
import type { SiteFacts } from "../../enquiries/site-facts.ts";
import type { Opinions } from "../../opinions/opinions.server.ts";
import { sharedConfig } from "../../publishing/basis.ts";
import { codeFiles } from "../../publishing/code-build.ts";
import { createDraft } from "../../publishing/draft.ts";
import { createPhotoImporter, createUploads } from "../../publishing/photos/import-photo.ts";
import { startPreview } from "../../publishing/preview/start-preview.ts";
import {
  type Publication,
  type PublicationEvent,
  startPublication,
} from "../../publishing/start-publication.ts";
import { readFreeDiskBytes } from "../../server/health.ts";
import { programOf } from "../../server/programs.ts";
import type { Settings } from "../../server/settings.ts";
import { loadStaticFiles } from "../../server/static-files.ts";
import { isClockSteady } from "../../server/steady-clock.ts";
import type { Backups } from "./backups/backups.ts";
import type { OffsiteBackups } from "./backups/offsite/offsite-backups.ts";
import { createRestorer } from "./backups/restorer.ts";
import { createLive } from "./live.ts";
import { createPush } from "./push.ts";
import { createExporter } from "./start-export.ts";

export type PanelOptions = {
  settings: Settings;
  enquiries: EnquiryService;
  appointments: Appointments;
  opinions: Opinions;
  backups: Backups;
  offsite: OffsiteBackups;
  /** The site that visitors see now. */
  site: { business: () => SiteFacts; facts: () => { readonly version: string } };
  fetchPublic: typeof fetch;
  log: { warn(fields: object, message: string): void; error(fields: object, message: string): void };
};

/** Opens everything that the panel's API uses. Throws if the database fails or the panel has not been built. */
export async function openDeps({ fetchPublic, ...given }: PanelOptions) {
  const { settings, enquiries, site, log } = given;
  const config = settings.config();
  const { codeDir, dataDir, siteUrl, serviceUrl } = config;
  const { now } = systemClock;
  const freeDiskBytes = () => readFreeDiskBytes(dataDir);
  const accounts = await openAccounts({
    db: enquiries.database.db.withTables<AccountTables>(),
    now,
    siteUrl: serviceUrl,
    siteName: () => site.business().name,
    isClockSteady: () => isClockSteady(dataDir, now()),
  });
  const dns = new Resolver({ timeout: 3000, tries: 2 });
  const draft = createDraft(config);
  const panelDir = join(codeDir, codeFiles.panel);
  const files = loadStaticFiles(panelDir, Number.POSITIVE_INFINITY);
  if (!files.has("/index.html")) throw new Error(`There is no built panel in ${panelDir}`);
  return {
    ...given,
    accounts,
    draft,
    clock: systemClock,
    findMailServer: (address: string) => findMailServer(address, dns),
    files,
    exporter: createExporter({ program: programOf(config, "export.js"), source: config }),
    preview: startPreview({
      program: programOf(config, "preview.js"),
      config: () => sharedConfig(settings.config()),
    }),
    push: createPush({
      accounts,
      siteUrl: serviceUrl,
      // Without an e-mail address in the content, uses one at the site's domain.
      ownerEmail: () => site.business().email || `kontakt@${new URL(siteUrl).hostname}`,
      fetch: fetchPublic,
      clock: systemClock,
      log,
    }),
    live: createLive({ inbox: enquiries.inbox, accounts, log }),
    publish: (publication: Publication, onEvent: (event: PublicationEvent) => void) =>
      startPublication(settings.config(), publication, onEvent),
    uploads: createUploads({
      uploadsDir: join(dataDir, "uploads"),
      importFile: createPhotoImporter(config),
      freeDiskBytes,
    }),
    restorer: createRestorer({ config, freeDiskBytes, now, log }),
  };
}
