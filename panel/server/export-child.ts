// Exports in a child process, so that thousands of enquiries neither block the server nor grow its memory.
import { once } from "node:events";
import { exportText } from "../../enquiries/owner/export.server.ts";
import { openDatabase } from "../../enquiries/storage/database.server.ts";
import { answerParent } from "../../publishing/fork-program.ts";
import type { ExportRequest } from "./start-export.ts";

answerParent(async ({ format, ...options }: ExportRequest) => {
  const database = await openDatabase({ ...options, log: { info() {}, warn: logError, error: logError } });
  for await (const part of exportText(database.db, format, Date.now())) {
    if (!process.stdout.write(part)) await once(process.stdout, "drain");
  }
  await database.close();
});

function logError(fields: object, message: string): void {
  console.error(message, JSON.stringify(fields));
}
