import { z } from "zod";
import { closing, requiredPageMeta } from "./page.ts";
import { optionalPhoto, photo } from "./photo.ts";
import { price } from "./price.ts";
import { paragraphs, slugOf, text } from "./text.ts";

const heading = text("Nagłówek", "Nagłówek tej części.", 80);
const label = (title: string, description: string) => text(title, description, 40);

/** A part of the page whose entries are in another file. */
const section = (title: string, description: string) =>
  z
    .strictObject({
      heading,
      lead: text("Wstęp", "Jedno, dwa zdania pod nagłówkiem (nieobowiązkowe).").optional(),
    })
    .meta({ title, description });

/** In the order of the page, as in every file: forms and new fields follow it. */
export const index = z.strictObject({
  hero: z
    .strictObject({
      headline: z
        .array(text("Wiersz hasła", "Jeden krótki wiersz, najlepiej jedno słowo.", 16))
        .min(1)
        .max(4)
        .meta({
          title: "Hasło",
          help: "Trzy albo cztery krótkie wiersze.",
          description: "Hasło w trzech lub czterech krótkich wierszach.",
        }),
      lead: text("Zdanie pod hasłem", "Jedno zdanie pod hasłem.", 240),
      photo,
      callLabel: label("Przycisk z telefonem", "Napis na przycisku z telefonem."),
      writeLabel: label("Przycisk do formularza", "Napis na przycisku do formularza."),
    })
    .meta({ title: "Pierwszy ekran", description: "Pierwszy ekran." }),
  firstMeeting: z
    .strictObject({
      label: label("Nazwa", "Jak nazywa się pierwsza rozmowa."),
      price: price.optional(),
      note: text("Opis", "Jak się odbywa, kilka słów, np. „przez telefon albo na miejscu”.", 200),
    })
    .meta({ title: "Pierwsza rozmowa", description: "Pierwsza rozmowa i jej cena (nieobowiązkowa)." })
    .optional(),
  services: z
    .strictObject({
      heading,
      lead: text("Wstęp", "Jedno, dwa zdania pod nagłówkiem (nieobowiązkowe).").optional(),
      featured: z
        .array(slugOf("services", "Usługa", "Pole id usługi z pliku oferta.yaml."))
        .min(1)
        .meta({
          title: "Pokazane usługi",
          description: "Usługi pokazane na stronie głównej, w tej kolejności: pola id z pliku oferta.yaml.",
        }),
    })
    .meta({ title: "Usługi", description: "Usługi na stronie głównej." }),
  steps: section("Przebieg współpracy", "Jak przebiega współpraca; same kroki są w pliku oferta.yaml.").meta({
    help: "Same kroki zmienisz w części „Oferta”.",
  }),
  band: z
    .strictObject({ photo, text: text("Zdanie", "Jedno zdanie na ciemnym zdjęciu.", 160) })
    .meta({ title: "Ciemny pas ze zdjęciem", description: "Ciemny pas ze zdjęciem (nieobowiązkowy)." })
    .optional(),
  achievements: section("Liczby", "Liczby; są w pliku osiagniecia.yaml, w polu figures.").meta({
    help: "Same liczby zmienisz w części „Osiągnięcia”.",
  }),
  proof: section(
    "Opinie i historie",
    "Opinie i historie; są w pliku osiagniecia.yaml, z zaznaczeniem featured: true.",
  )
    .meta({ help: "Opinie i historie wybierzesz w części „Osiągnięcia”: „Także na stronie głównej”." })
    .prefault({ heading: "Opinie" }),
  gallery: section(
    "Wybrane zdjęcia",
    "Wybrane zdjęcia; są w pliku galeria.yaml, z zaznaczeniem featured: true.",
  ).meta({ help: "Zdjęcia wybierzesz w części „Galeria”: „Także na stronie głównej”." }),
  about: z
    .strictObject({
      heading: text(
        "Nagłówek",
        "Nagłówek tej części. Bez niego: „Nazywam się” z imieniem i nazwiskiem z pliku site.yaml.",
        80,
      ).optional(),
      paragraphs: paragraphs("Tekst", "Kilka akapitów o osobie, która prowadzi treningi."),
      photo: optionalPhoto(
        "Zdjęcie",
        "Zdjęcie, gdy w pliku site.yaml nie ma portretu: plik i opis (nieobowiązkowe).",
      ),
    })
    .meta({ title: "O mnie", description: "Krótko o mnie." }),
  faq: section(
    "Wybrane pytania",
    "Wybrane pytania; są w pliku oferta.yaml, z zaznaczeniem featured: true.",
  ).meta({
    help: "Pytania wybierzesz w części „Oferta”: „Także na stronie głównej”.",
  }),
  closing,
  meta: requiredPageMeta,
});
