import type { ContentName } from "./content.ts";

/** A page in the preview. `dziekujemy-direct` is the thank-you page opened without a sent enquiry. */
export type PreviewPage = Exclude<ContentName, "site" | "prywatnosc"> | "dziekujemy-direct";

/** The page that shows a field, or the main page of its file if no field is given. */
export function previewPage(name: ContentName, at = ""): PreviewPage {
  const [part = ""] = at.split(".");
  if (name === "site") return ["openingNote", "callNote"].includes(part) ? "kontakt" : "index";
  if (name === "prywatnosc") return "kontakt";
  return name === "dziekujemy" && part === "direct" ? "dziekujemy-direct" : name;
}
