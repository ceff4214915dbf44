import { z } from "zod";
import { consent } from "./consent.ts";
import { closing, pageMeta } from "./page.ts";
import { photo } from "./photo.ts";
import { slug, text } from "./text.ts";

const entry = z
  .strictObject({
    photo,
    caption: text("Podpis pod zdjęciem.", 160),
    category: slug("Pole id jednej z kategorii (categories)."),
    featured: z
      .boolean()
      .default(false)
      .meta({ description: "true pokazuje zdjęcie także na stronie głównej." }),
    recognisablePeople: z.boolean().default(false).meta({
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
  .meta({ description: "Jedno zdjęcie galerii." });

const category = z
  .strictObject({
    id: slug("Krótka nazwa bez polskich liter i spacji, np. na-macie."),
    name: text("Nazwa kategorii, jaką widać na stronie.", 30),
  })
  .meta({ description: "Jedna kategoria: id i name." });

/** The style sheet of the gallery has a filter for each, so that they work without JavaScript. */
const maxCategories = 8;

export const galeria = z.strictObject({
  meta: pageMeta,
  heading: text("Nagłówek strony.", 80),
  lead: text("Jedno, dwa zdania pod nagłówkiem."),
  categories: z
    .array(category)
    .min(1)
    .max(maxCategories)
    .meta({ description: "Kategorie zdjęć, w kolejności filtrów; najwyżej osiem." }),
  photos: z.array(entry).min(1).meta({ description: "Zdjęcia, w kolejności na stronie." }),
  closing,
});
