import type { Database } from "../storage/database.server.ts";
import { csvHeader, toCsvRows } from "./csv.server.ts";
import type { ExportFormat } from "./inbox.ts";
import { exportEnquiries } from "./queries.server.ts";

/** Every enquiry as one text, in parts: the whole of it is never in memory. */
export async function* exportText(database: Database, format: ExportFormat): AsyncGenerator<string> {
  if (format === "csv") {
    yield csvHeader();
    for await (const page of exportEnquiries(database)) yield toCsvRows(page);
    return;
  }
  let separator = "[\n";
  for await (const page of exportEnquiries(database)) {
    for (const enquiry of page) {
      yield separator + JSON.stringify(enquiry);
      separator = ",\n";
    }
  }
  yield separator.startsWith("[") ? "[]\n" : "\n]\n";
}
