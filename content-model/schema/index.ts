import { group, list } from "./group.ts";
import { closing, requiredPageMeta } from "./page.ts";
import { optionalPhoto, photo } from "./photo.ts";
import { price } from "./price.ts";
import { paragraphs, slugOf, text } from "./text.ts";

const label = (title: string) => text(title, 40);

const head = { heading: text("Nagłówek", 80), lead: text("Wstęp").optional() };

/** A part of the page whose entries are in another file. */
const section = (title: string) => group(title, head);

/** In the order of the page, which its form and new fields in its YAML file follow. */
export const index = group("Strona główna", {
  hero: group("Pierwszy ekran", {
    headline: list(text("Wiersz hasła", 16), "Hasło")
      .min(1)
      .max(4)
      .meta({ help: "Trzy albo cztery krótkie wiersze." }),
    lead: text("Zdanie pod hasłem", 240).optional(),
    photo,
    callLabel: label("Przycisk z telefonem"),
    writeLabel: label("Przycisk do formularza"),
  }),
  firstMeeting: group("Pierwsza rozmowa", {
    price: price.optional(),
    label: label("Nazwa"),
    note: text("Opis", 200),
  }).optional(),
  services: group("Usługi", {
    ...head,
    featured: list(slugOf("services", "Usługa"), "Pokazane usługi")
      .min(1)
      .default([])
      .meta({ help: "Bez wyboru: trzy pierwsze." }),
  }),
  steps: section("Przebieg współpracy").meta({ help: "Same kroki zmienisz w części „Oferta”." }),
  band: group("Ciemny pas ze zdjęciem", { photo, text: text("Zdanie", 160) }).optional(),
  achievements: section("Liczby").meta({ help: "Same liczby zmienisz w części „Osiągnięcia”." }),
  proof: section("Opinie i historie")
    .meta({ help: "Opinie i historie wybierzesz w części „Osiągnięcia”: „Także na stronie głównej”." })
    .prefault({ heading: "Opinie" }),
  gallery: section("Wybrane zdjęcia").meta({
    help: "Zdjęcia wybierzesz w części „Galeria”: „Także na stronie głównej”.",
  }),
  about: group("O mnie", {
    heading: text("Nagłówek", 80).optional(),
    paragraphs: paragraphs("Tekst").optional(),
    photo: optionalPhoto("Zdjęcie"),
  }),
  faq: section("Wybrane pytania").meta({
    help: "Pytania wybierzesz w części „Oferta”: „Także na stronie głównej”.",
  }),
  closing,
  meta: requiredPageMeta,
});
