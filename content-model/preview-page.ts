import type { ContentName } from "./content.ts";

/** A page as the preview shows it; the thank-you page looks different to somebody who has sent nothing. */
export type PreviewPage = Exclude<ContentName, "site" | "prywatnosc"> | "dziekujemy-direct";

/** The page on which a field of the content is seen; without a field, the page that its file is about. */
export function previewPage(name: ContentName, at = ""): PreviewPage {
  const part = at.split(".")[0];
  if (name === "site") return part === "openingNote" ? "kontakt" : "index";
  if (name === "prywatnosc") return "kontakt";
  return name === "dziekujemy" && part === "direct" ? "dziekujemy-direct" : name;
}
