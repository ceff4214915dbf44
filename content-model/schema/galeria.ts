import { flag, group, item, list } from "./group.ts";
import { closing, pageHead, pageMeta } from "./page.ts";
import { consent, missingConsent, namedByPhoto, photo } from "./photo.ts";
import { featured, slug, slugOf, text } from "./text.ts";

const entry = group("Zdjęcie w galerii", {
  photo,
  caption: text("Podpis", 160),
  category: slugOf("categories", "Kategoria"),
  featured,
  recognisablePeople: flag("Kogoś można rozpoznać", "Wtedy potrzebny jest zapis zgody tej osoby."),
  consent: consent.optional(),
})
  .refine(
    (shown) => !shown.recognisablePeople || shown.consent,
    missingConsent("brakuje zapisu zgody osoby, którą można rozpoznać na zdjęciu"),
  )
  .transform(({ consent: _evidence, ...shown }) => shown)
  .meta(namedByPhoto);

const category = item("Kategoria", "name", { name: text("Nazwa", 30), id: slug("Adres po znaku #") });

export const galeria = group("Galeria", {
  ...pageHead,
  // The gallery's style sheet has a rule for each of eight, so that filters work without JavaScript.
  categories: list(category, "Kategorie").min(1).max(8),
  photos: list(entry, "Zdjęcia").min(1).default([]),
  closing,
  meta: pageMeta,
});
