import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Context } from "hono";
import type { Kysely } from "kysely";
import { openAccounts } from "../../accounts/accounts.ts";
import type { AccountTables } from "../../accounts/storage/tables.ts";
import type { Inbox } from "../../enquiries/owner/inbox.server.ts";
import type { Tables } from "../../enquiries/storage/tables.server.ts";
import { createDraft } from "../../publishing/draft.ts";
import { ownContent } from "../../publishing/own-content.ts";
import { createPhotoIntake } from "../../publishing/photos/take-photo.ts";
import { createUploads } from "../../publishing/photos/uploads.ts";
import { previewSource, startPreview } from "../../publishing/preview/start-preview.ts";
import { withdrawEverywhere } from "../../publishing/withdraw-everywhere.ts";
import type { Config } from "../../server/config.ts";
import { readFreeDiskBytes } from "../../server/health.ts";
import type { Copies } from "./copies/copies.ts";
import { createRestorer } from "./copies/restorer.ts";
import { loadPanelFiles } from "./files.ts";
import { createOwnerMail, type PlainMail } from "./owner-mail.ts";
import { createPanel } from "./panel.ts";
import { createPublisher, type PublisherDeps } from "./publisher.ts";
import { createPush } from "./push.ts";
import type { SettingsApiDeps } from "./settings-api.ts";
import { createExporter, type ExporterOptions } from "./start-export.ts";
import type { StateDeps } from "./state-api.ts";

export type OpenPanelOptions = {
  /** The folder of the built panel. */
  panelDir: string;
  /** The database of the enquiries. */
  db: Kysely<AccountTables>;
  inbox: Inbox;
  exporter: ExporterOptions;
  /** The file that renders previews. */
  previewProgram: string;
  copies: Copies;
  siteUrl: string;
  /** The site that is shown at this moment. */
  business: () => { name: string; email: string };
  /** Sends at once; false when the mail server did not take it or there is none. */
  sendToOwner: (mail: PlainMail) => Promise<boolean>;
  clientAddress: (c: Context) => string;
  publishing: Pick<PublisherDeps, "publish"> & { config: Config };
  settings: Omit<SettingsApiDeps, "contentEmail">;
  /** The built programs that decode photographs; left out: their sources. */
  codeDir?: string | undefined;
  state: Pick<StateDeps, "version" | "health" | "lastEmailSentAt" | "lastBackupAt">;
  log: { warn(fields: object, message: string): void; error(fields: object, message: string): void };
};

export type OpenedPanel = Awaited<ReturnType<typeof openPanel>>;

const hourMs = 60 * 60_000;

/** Opens the panel: its tables, its files, its application. Throws when the database fails or no panel was built. */
export async function openPanel(options: OpenPanelOptions) {
  const { db, inbox, siteUrl, business, log } = options;
  const now = Date.now;
  const accounts = await openAccounts({
    db,
    now,
    randomBytes,
    siteUrl,
    siteName: () => business().name,
  });
  const exporter = createExporter(options.exporter);
  const push = createPush({ accounts, siteUrl, ownerEmail: () => business().email, fetch, log });
  const { config, publish } = options.publishing;
  const draft = createDraft(config);
  const preview = startPreview({
    program: options.previewProgram,
    source: () => previewSource(options.settings.settings.config()),
  });
  const takePhoto = createPhotoIntake({
    photosDir: join(config.ownContentDir, "photos"),
    picturesDir: join(config.cacheDir, "pictures"),
    now: () => new Date(now()),
    codeDir: options.codeDir,
  });
  const publisher = createPublisher({
    ...{ folders: config, publish },
    withdraw: (photo, by, publish) => withdrawEverywhere(photo, { config, draft, publish, by }),
    version: options.state.version,
    onEnd: (end, { restores, withdraws, by }) =>
      accounts.journal.write({
        action:
          restores !== undefined ? "restored" : withdraws !== undefined ? "photo-withdrawn" : "published",
        device: by,
        succeeded: end.kind === "published" || end.kind === "withdrawn",
      }),
    log,
  });
  const uploads = createUploads({
    uploadsDir: join(config.dataDir, "uploads"),
    async take(bytes, name) {
      await ownContent(config);
      return takePhoto(bytes, name);
    },
    now: () => new Date(now()),
  });
  const restorer = createRestorer({
    ...{ folders: config, now, log },
    db: db.withTables<Tables>(),
    isFree: async () => !(await accounts.isSetUp()),
    freeDiskBytes: () => readFreeDiskBytes(config.dataDir),
    publish: async (contentDir, by) =>
      (await publish({ contentDir, origin: "panel", by }, () => {})).kind === "published",
    async onRestored(by) {
      options.settings.settings.reload();
      options.settings.onSettingsChanged();
      await accounts.journal.write({ action: "copy-restored", device: by });
    },
  });
  const app = createPanel({
    accounts,
    publishing: { folders: config, publisher },
    photos: { folders: config, publisher },
    uploads: { uploads, folders: config, now },
    inbox,
    exporter,
    copies: options.copies,
    restorer,
    draft,
    preview,
    settings: { ...options.settings, contentEmail: () => business().email },
    push,
    ownerMail: createOwnerMail({ sendToOwner: options.sendToOwner, siteUrl }),
    files: loadPanelFiles(options.panelDir),
    siteUrl,
    clientAddress: options.clientAddress,
    ...options.state,
    now,
    log,
  });
  const clean = () => Promise.all([accounts.removeOld(), restorer.removeLeftovers()]).catch(() => {});
  const cleaning = setInterval(() => void clean(), hourMs).unref();

  return {
    fetch: app.fetch,
    isSetUp: accounts.isSetUp,
    /** Tells the owner's devices that an enquiry has come. */
    tellOfEnquiry: (reference: string) =>
      push.notify({
        title: "Nowe zapytanie",
        body: "Otwórz panel, żeby je przeczytać.",
        path: `/panel/zapytania/${reference}`,
      }),
    tellOfReminder: (reference: string) =>
      push.notify({
        title: "Przypomnienie",
        body: "Ktoś czeka na odpowiedź. Otwórz panel.",
        path: `/panel/zapytania/${reference}`,
      }),
    stop() {
      clearInterval(cleaning);
      exporter.stop();
      preview.stop();
    },
  };
}
