import { formatPhone } from "../../content-model/format-phone.ts";
import { valueAt } from "../../content-model/path.ts";
import { type RawFile, readContentFile } from "../../content-model/read-content.ts";
import { isSampleText } from "../../content-model/samples.ts";
import { parsePhone } from "../../content-model/schema/site.ts";
import type { OwnFacts } from "../../server/preparation.ts";
import { type ContentPlaces, draftDir, ownSample } from "../own-content.ts";

/** Creates the function that reads from the draft what the owner has typed in place of the sample's name, phone and e-mail (C7.1). */
export function createOwnFacts(places: ContentPlaces): () => OwnFacts {
  let own: RawFile | undefined;
  let sample: RawFile | undefined;
  return () => {
    own = readContentFile(draftDir(places), "site", own);
    sample = readContentFile(ownSample(places), "site", sample);
    const [site, sampleSite] = [own.value, sample.value];
    const typed = (...path: string[]) => {
      const value = valueAt(site, path);
      const isOwn = typeof value === "string" && !isSampleText(value) && value !== valueAt(sampleSite, path);
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
