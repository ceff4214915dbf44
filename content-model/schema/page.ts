import { z } from "zod";
import { group } from "./group.ts";
import { sample, text } from "./text.ts";

const wording = {
  sample,
  title: text("Tytuł w wyszukiwarce", 60).meta({ help: "Bez nazwy marki: dopisze się sama." }),
  description: text("Opis w wyszukiwarce", 160),
};

export const pageMeta = group("Widoczność i wyszukiwarka", {
  published: z
    .boolean()
    .default(true)
    .meta({
      title: "Strona widoczna",
      help: "Odznacz, a strona zniknie z menu, z wyszukiwarki i spod swojego adresu.",
    }),
  ...wording,
});

/** For the home, contact and thank-you pages, without which the site does not work. */
export const requiredPageMeta = group("Wyszukiwarka", {
  published: z.literal(true).default(true).meta({ title: "Strona widoczna" }),
  ...wording,
});

export const pageHead = { heading: text("Nagłówek", 80), lead: text("Wstęp") };

export const closing = group("Zakończenie strony", { heading: text("Nagłówek", 80), text: text("Tekst") });
