import { join, resolve } from "node:path";
import { hasPasskey } from "../accounts/is-used.ts";
import type { AccountTables } from "../accounts/storage/tables.ts";
import { readLastBackup } from "../enquiries/owner/backup-record.server.ts";
import type { EnquiryService, EnquirySite } from "../enquiries/service.server.ts";
import type { Copies } from "../panel/server/copies/copies.ts";
import { mountPanel } from "../panel/server/mount.ts";
import { codeFiles } from "../publishing/code-build.ts";
import { requestOf } from "../publishing/request.ts";
import { startPublication } from "../publishing/start-publication.ts";
import { createClientAddress } from "./client-address.ts";
import type { Config } from "./config.ts";
import type { Logger } from "./logger.ts";
import { programOf, runsFromSources } from "./programs.ts";
import type { Settings } from "./settings.ts";

type PanelDeps = {
  settings: Settings;
  enquiries: EnquiryService;
  copies: Copies;
  business: () => EnquirySite;
  version: () => string;
  log: Logger;
};

/** The owner's panel beside the site: its code is loaded when somebody first asks for it. */
export function placePanel(config: Config, deps: PanelDeps) {
  const { settings, enquiries, copies, business, version, log } = deps;
  const db = enquiries.database.db.withTables<AccountTables>();
  const { codeDir, dataDir, databaseUrl, siteUrl } = config;
  const clientAddress = createClientAddress(config.trustedProxies);

  async function load() {
    const { openPanel } = await import("../panel/server/open-panel.ts");
    return openPanel({
      panelDir: join(codeDir, codeFiles.panel),
      db,
      inbox: enquiries.inbox,
      exporter: {
        program: programOf(config, "../panel/server/export-child.ts", codeFiles.exporter),
        source: { dataDir, databaseUrl },
      },
      previewProgram: programOf(config, "../publishing/preview/preview-child.ts", codeFiles.previewer),
      copies,
      siteUrl,
      business,
      sendToOwner: enquiries.sendToOwner,
      clientAddress: (c) =>
        clientAddress(c.env.incoming.socket.remoteAddress, c.req.header("X-Forwarded-For")),
      codeDir: runsFromSources ? undefined : resolve(codeDir),
      publishing: {
        config,
        publish: (publication, onEvent) =>
          startPublication(requestOf(settings.config(), publication), onEvent),
      },
      settings: { settings, tryMail: enquiries.tryMail, onSettingsChanged: enquiries.noticeNewSettings },
      state: {
        version,
        health: enquiries.health,
        lastEmailSentAt: enquiries.inbox.lastEmailSentAt,
        lastBackupAt: () => readLastBackup(dataDir),
      },
      log,
    });
  }

  return { ...mountPanel({ db, load, log }), hasPasskey: () => hasPasskey(db) };
}
