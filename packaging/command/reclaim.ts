import { rm } from "node:fs/promises";
import { parseArgs } from "node:util";
import {
  leftBehindDatabases,
  reclaimEnquiries,
  type UnreclaimedEnquiry,
} from "../../enquiries/owner/kept-databases.server.ts";
import { loadConfig } from "../../server/config.ts";

const { values } = parseArgs({
  options: { delete: { type: "boolean", default: false }, quiet: { type: "boolean", default: false } },
});
/** Columns that are of no use to a person. */
const hidden = new Set(["key", "content_hash", "reasons", "digest_id", "search_text"]);
const { dataDir } = loadConfig();
const files = leftBehindDatabases(dataDir);
if (files.length > 0) await reclaim();
else if (!values.quiet) console.log("Żadne zapytanie nie czeka poza bazą.");

async function reclaim(): Promise<void> {
  const left = await reclaimEnquiries(dataDir);
  if (left.length === 0)
    return console.log("Zapytania, które czekały po nieudanej aktualizacji, są już w bazie.");
  console.log(left.map(asText).join("\n\n"));
  if (values.delete) {
    for (const file of files) await rm(file, { force: true });
    console.log("\nPowyższe zapytania zostały usunięte z serwera.");
    return;
  }
  console.error(`
Tych zapytań ta wersja programu nie może zapisać (liczba: ${left.length}). Dołączy je pierwsza udana aktualizacja.
Możesz też spisać je stąd i usunąć: trainer-site reclaim --delete`);
  process.exitCode = 1;
}

/** All that a newer program stored as text; the current one does not know what its columns mean. */
function asText(enquiry: UnreclaimedEnquiry): string {
  const shown = Object.entries(enquiry).filter(
    ([name, value]) => typeof value === "string" && !hidden.has(name),
  );
  return shown.map(([name, value]) => `${name}: ${value}`).join("\n");
}
