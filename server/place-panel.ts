import { hasPasskey } from "../accounts/is-used.ts";
import type { AccountTables } from "../accounts/storage/tables.ts";
import { mountPanel } from "../panel/server/mount.ts";
import type { OpenPanelOptions } from "../panel/server/open-panel.ts";

/** The owner's panel beside the site: its code is loaded when somebody first asks for it. */
export function placePanel(options: OpenPanelOptions) {
  const db = options.enquiries.database.db.withTables<AccountTables>();
  const load = async () => (await import("../panel/server/open-panel.ts")).openPanel(options);
  return { ...mountPanel({ db, load, log: options.log }), hasPasskey: () => hasPasskey(db) };
}
