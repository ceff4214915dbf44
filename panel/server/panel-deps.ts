import type { Context } from "hono";
import type { Accounts } from "../../accounts/accounts.ts";
import type { Clock } from "../../enquiries/clock.ts";
import type { EnquiryService } from "../../enquiries/service.server.ts";
import type { Draft } from "../../publishing/draft.ts";
import type { createUploads } from "../../publishing/photos/uploads.ts";
import type { Preview } from "../../publishing/preview/preview.ts";
import type { Config } from "../../server/config.ts";
import type { Settings } from "../../server/settings.ts";
import type { Backups } from "./backups/backups.ts";
import type { Restorer } from "./backups/restorer.ts";
import type { SessionCookie } from "./cookie.ts";
import type { PanelFiles } from "./files.ts";
import type { createPublisher } from "./publisher.ts";
import type { createPush } from "./push.ts";
import type { Exporter } from "./start-export.ts";

type Folders =
  | "dataDir"
  | "cacheDir"
  | "siteDir"
  | "releasesDir"
  | "historyDir"
  | "contentDir"
  | "ownContentDir";

/** Dependencies of the panel's API; each route takes what it needs. */
export type PanelDeps = {
  accounts: Accounts;
  enquiries: Pick<EnquiryService, "inbox" | "health" | "sendTestEmail" | "sendToOwner" | "onSettingsChanged">;
  draft: Draft;
  preview: Preview;
  publisher: ReturnType<typeof createPublisher>;
  uploads: ReturnType<typeof createUploads>;
  exporter: Exporter;
  backups: Backups;
  restorer: Restorer;
  push: ReturnType<typeof createPush>;
  settings: Settings;
  folders: Pick<Config, Folders>;
  files: PanelFiles;
  cookie: SessionCookie;
  siteUrl: string;
  clientAddress: (c: Context) => string;
  /** The version of the current site. */
  version: () => string;
  /** The sender and recipient of e-mails unless the settings name others. */
  contentEmail: () => string;
  /** Milliseconds since 1970. */
  now: () => number;
  clock: Pick<Clock, "monotonicMs">;
  log: { error(fields: object, message: string): void };
};
