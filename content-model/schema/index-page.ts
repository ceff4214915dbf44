import { z } from "zod";
import { closing, lastingPageMeta } from "./page.ts";
import { photo } from "./photo.ts";
import { price } from "./price.ts";
import { paragraphs, slug, text } from "./text.ts";

const heading = text("Nagłówek tej części.", 80);
const label = (description: string) => text(description, 40);

/** A part of the page whose entries stand in another file. */
const section = (description: string) =>
  z
    .strictObject({ heading, lead: text("Jedno, dwa zdania pod nagłówkiem (nieobowiązkowe).").optional() })
    .meta({ description });

export const indexPage = z.strictObject({
  meta: lastingPageMeta,
  hero: z
    .strictObject({
      headline: z
        .array(text("Jeden krótki wiersz, najlepiej jedno słowo.", 16))
        .min(1)
        .max(4)
        .meta({ description: "Hasło w trzech lub czterech krótkich wierszach." }),
      lead: text("Jedno zdanie pod hasłem.", 240),
      photo,
      callLabel: label("Napis na przycisku z telefonem."),
      writeLabel: label("Napis na przycisku do formularza."),
    })
    .meta({ description: "Pierwszy ekran." }),
  firstMeeting: z
    .strictObject({
      label: label("Jak nazywa się pierwsze spotkanie."),
      price: price.optional(),
      note: text("Co się na nim dzieje, jedno zdanie.", 200),
    })
    .meta({ description: "Pierwsze spotkanie i jego cena (nieobowiązkowe)." })
    .optional(),
  services: z
    .strictObject({
      heading,
      lead: text("Jedno, dwa zdania pod nagłówkiem (nieobowiązkowe).").optional(),
      featured: z.array(slug("Pole id usługi z pliku oferta.yaml.")).min(1).meta({
        description: "Usługi pokazane na stronie głównej, w tej kolejności: pola id z pliku oferta.yaml.",
      }),
    })
    .meta({ description: "Usługi na stronie głównej." }),
  steps: section("Jak przebiega współpraca; same kroki są w pliku oferta.yaml."),
  gallery: section("Wybrane zdjęcia; są w pliku galeria.yaml, z zaznaczeniem featured: true."),
  achievements: section("Liczby; są w pliku osiagniecia.yaml, w polu figures."),
  about: z
    .strictObject({
      heading,
      paragraphs: paragraphs("Kilka akapitów o osobie, która prowadzi treningi."),
      photo: photo.optional(),
    })
    .meta({ description: "Krótko o mnie." }),
  faq: section("Wybrane pytania; są w pliku oferta.yaml, z zaznaczeniem featured: true."),
  closing,
  band: z
    .strictObject({ photo, text: text("Jedno zdanie na ciemnym zdjęciu.", 160) })
    .meta({ description: "Ciemny pas ze zdjęciem (nieobowiązkowy)." })
    .optional(),
});
