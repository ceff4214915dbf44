import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import type { Kysely } from "kysely";
import { openAccounts } from "../../accounts/accounts.ts";
import type { AccountTables } from "../../accounts/storage/tables.ts";
import type { Inbox } from "../../enquiries/owner/inbox.server.ts";
import { createDraft } from "../../publishing/draft.ts";
import type { ApiDeps } from "./api.ts";
import { loadPanelFiles } from "./files.ts";
import { createOwnerMail, type PlainMail } from "./owner-mail.ts";
import { createPanel } from "./panel.ts";
import { createPublisher, type PublisherDeps } from "./publisher.ts";
import { createPush } from "./push.ts";
import { createExporter, type ExporterOptions } from "./start-export.ts";
import type { StateDeps } from "./state-api.ts";

export type OpenPanelOptions = {
  /** The folder of the built panel. */
  panelDir: string;
  /** The database of the enquiries. */
  db: Kysely<AccountTables>;
  inbox: Inbox;
  exporter: ExporterOptions;
  siteUrl: string;
  /** The site that is shown at this moment. */
  business: () => { name: string; email: string };
  /** Sends at once; false when the mail server did not take it or there is none. */
  sendToOwner: (mail: PlainMail) => Promise<boolean>;
  clientAddress: (c: Context) => string;
  publishing: Pick<PublisherDeps, "folders" | "publish">;
  photos: ApiDeps["photos"];
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
  const publisher = createPublisher({
    ...options.publishing,
    version: options.state.version,
    onEnd: (end, { restores, by }) =>
      accounts.journal.write({
        action: restores === undefined ? "published" : "restored",
        device: by,
        succeeded: end.kind === "published",
      }),
    log,
  });
  const app = createPanel({
    accounts,
    publishing: { ...options.publishing, publisher },
    photos: options.photos,
    inbox,
    exporter,
    draft: createDraft(options.publishing.folders),
    push,
    ownerMail: createOwnerMail({ sendToOwner: options.sendToOwner, siteUrl }),
    files: loadPanelFiles(options.panelDir),
    siteUrl,
    clientAddress: options.clientAddress,
    ...options.state,
    now,
    log,
  });
  const cleaning = setInterval(() => void accounts.removeOld().catch(() => {}), hourMs).unref();

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
    },
  };
}
