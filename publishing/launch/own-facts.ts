import { readFileSync } from "node:fs";
import { join } from "node:path";
import { formatPhone } from "../../content-model/format-phone.ts";
import { isSame, valueAt } from "../../content-model/path.ts";
import { parseContentFile } from "../../content-model/read-content.ts";
import { isSampleText } from "../../content-model/samples.ts";
import { parsePhone } from "../../content-model/schema/site.ts";
import { sampleDir } from "../../server/config.ts";
import { catchMissing } from "../../server/durable-files.ts";
import type { OwnFacts } from "../../server/preparation.ts";
import { type ContentPlaces, draftDir } from "../own-content.ts";

/** Creates the function that reads from the draft what the owner has typed in place of the sample's name, phone and e-mail (C7.1). */
export function createOwnFacts(places: ContentPlaces): () => OwnFacts {
  const readSite = createSiteReader();
  return () => {
    const [own, sample] = [readSite(draftDir(places)), readSite(sampleDir)];
    const typed = (...path: string[]) => {
      const value = valueAt(own, path);
      const isOwn =
        typeof value === "string" && !isSampleText(value) && !isSame(value, valueAt(sample, path));
      return isOwn ? value.trim() : "";
    };
    const phone = parsePhone(typed("telephone"));
    return {
      name: typed("name") || typed("trainer", "name"),
      phone: phone ? formatPhone(phone) : "",
      email: typed("email"),
    };
  };
}

/** Reads site.yaml of a folder, parsing it only when its text has changed. */
function createSiteReader(): (folder: string) => unknown {
  const known = new Map<string, { source: string; value: unknown }>();
  return (folder) => {
    const file = join(folder, "site.yaml");
    const source = catchMissing(() => readFileSync(file, "utf8"), "");
    const before = known.get(file);
    if (before?.source === source) return before.value;
    const { value } = parseContentFile(source, "site", file);
    known.set(file, { source, value });
    return value;
  };
}
