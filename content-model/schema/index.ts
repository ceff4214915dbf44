import { z } from "zod";
import { group, list } from "./group.ts";
import { closing, requiredPageMeta } from "./page.ts";
import { optionalPhoto, photo } from "./photo.ts";
import { price } from "./price.ts";
import { paragraphs, slugOf, text } from "./text.ts";

const heading = text("Nagłówek", "Nagłówek tej części.", 80);
const label = (title: string, description: string) => text(title, description, 40);

/** A part of the page whose entries are in another file. */
const section = (title: string, description: string) =>
  group(title, description, {
    heading,
    lead: text("Wstęp", "Jedno, dwa zdania pod nagłówkiem (nieobowiązkowe).").optional(),
  });

/** In the order of the page, as in every schema: forms and new YAML fields follow it. */
export const index = z.strictObject({
  hero: group("Pierwszy ekran", "Pierwszy ekran.", {
    headline: list(
      text("Wiersz hasła", "Jeden krótki wiersz, najlepiej jedno słowo.", 16),
      "Hasło",
      "Hasło w trzech lub czterech krótkich wierszach.",
    )
      .min(1)
      .max(4)
      .meta({ help: "Trzy albo cztery krótkie wiersze." }),
    lead: text("Zdanie pod hasłem", "Jedno zdanie pod hasłem.", 240).optional(),
    photo,
    callLabel: label("Przycisk z telefonem", "Napis na przycisku z telefonem."),
    writeLabel: label("Przycisk do formularza", "Napis na przycisku do formularza."),
  }),
  firstMeeting: group("Pierwsza rozmowa", "Pierwsza rozmowa i jej cena (nieobowiązkowa).", {
    label: label("Nazwa", "Jak nazywa się pierwsza rozmowa."),
    price: price.optional(),
    note: text("Opis", "Jak się odbywa, kilka słów, np. „przez telefon albo na miejscu”.", 200),
  }).optional(),
  services: group("Usługi", "Usługi na stronie głównej.", {
    heading,
    lead: text("Wstęp", "Jedno, dwa zdania pod nagłówkiem (nieobowiązkowe).").optional(),
    featured: list(
      slugOf("services", "Usługa", "Pole id usługi z pliku oferta.yaml."),
      "Pokazane usługi",
      "Usługi pokazane na stronie głównej, w tej kolejności: pola id z pliku oferta.yaml.",
    )
      .min(1)
      .default([])
      .meta({ help: "Bez wyboru: trzy pierwsze." }),
  }),
  steps: section("Przebieg współpracy", "Jak przebiega współpraca; same kroki są w pliku oferta.yaml.").meta({
    help: "Same kroki zmienisz w części „Oferta”.",
  }),
  band: group("Ciemny pas ze zdjęciem", "Ciemny pas ze zdjęciem (nieobowiązkowy).", {
    photo,
    text: text("Zdanie", "Jedno zdanie na ciemnym zdjęciu.", 160),
  }).optional(),
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
  about: group("O mnie", "Krótko o mnie.", {
    heading: text(
      "Nagłówek",
      "Nagłówek tej części. Bez niego: „Nazywam się” z imieniem i nazwiskiem z pliku site.yaml.",
      80,
    ).optional(),
    paragraphs: paragraphs("Tekst", "Kilka akapitów o osobie, która prowadzi treningi.").optional(),
    photo: optionalPhoto(
      "Zdjęcie",
      "Zdjęcie, gdy w pliku site.yaml nie ma portretu: plik i opis (nieobowiązkowe).",
    ),
  }),
  faq: section(
    "Wybrane pytania",
    "Wybrane pytania; są w pliku oferta.yaml, z zaznaczeniem featured: true.",
  ).meta({ help: "Pytania wybierzesz w części „Oferta”: „Także na stronie głównej”." }),
  closing,
  meta: requiredPageMeta,
});
