import { z } from "zod";
import { group, list } from "./group.ts";
import { closing, pageHead, pageMeta } from "./page.ts";
import { consent, namedByPhoto, photo } from "./photo.ts";
import { featured, slug, slugOf, text } from "./text.ts";

const entry = group("Zdjęcie w galerii", "Jedno zdjęcie galerii.", {
  photo,
  caption: text("Podpis", "Podpis pod zdjęciem.", 160),
  category: slugOf("categories", "Kategoria", "Pole id jednej z kategorii (categories)."),
  featured: featured("zdjęcie"),
  recognisablePeople: z.boolean().default(false).meta({
    title: "Kogoś można rozpoznać",
    help: "Wtedy potrzebny jest zapis zgody tej osoby.",
    description: "true, gdy kogoś na zdjęciu można rozpoznać. Wtedy potrzebny jest zapis zgody (consent).",
  }),
  consent: consent.optional(),
})
  .refine((shown) => !shown.recognisablePeople || shown.consent, {
    error: "brakuje zapisu zgody osoby, którą można rozpoznać na zdjęciu",
    path: ["consent"],
    when: ({ value }) => typeof value === "object" && value !== null,
  })
  .transform(({ consent: _evidence, ...shown }) => shown)
  .meta(namedByPhoto);

const category = group("Kategoria", "Jedna kategoria: id i name.", {
  id: slug("Adres po znaku #", "Krótka nazwa bez polskich liter i spacji, np. na-macie."),
  name: text("Nazwa", "Nazwa kategorii, jaką widać na stronie.", 30),
}).meta({ itemName: ["name"], itemKey: ["id"] });

/** The gallery's style sheet has a filter for each, so filters work without JavaScript. */
const maxCategories = 8;

export const galeria = z.strictObject({
  ...pageHead,
  categories: list(category, "Kategorie", "Kategorie zdjęć, w kolejności filtrów; najwyżej osiem.")
    .min(1)
    .max(maxCategories),
  photos: list(entry, "Zdjęcia", "Zdjęcia, w kolejności na stronie.").min(1).default([]),
  closing,
  meta: pageMeta,
});
