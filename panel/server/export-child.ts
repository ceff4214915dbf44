// An export in a process of its own: thousands of enquiries neither hold up nor swell the server.
import { once } from "node:events";
import { exportText } from "../../enquiries/owner/export.server.ts";
import { openDatabase } from "../../enquiries/storage/database.server.ts";
import type { ExportRequest } from "./start-export.ts";

// Whoever asked is gone, and with it the reason to go on.
process.once("disconnect", () => process.exit(1));
process.once("message", async ({ format, ...options }: ExportRequest) => {
  const database = await openDatabase({ ...options, log: { info() {}, warn: logError, error: logError } });
  for await (const part of exportText(database, format)) {
    if (!process.stdout.write(part)) await once(process.stdout, "drain");
  }
  await database.close();
  process.removeAllListeners("disconnect");
  process.disconnect();
});

function logError(fields: object, message: string): void {
  console.error(message, JSON.stringify(fields));
}
