import { z } from "zod";
import { group } from "./group.ts";
import { sample, text } from "./text.ts";

const wording = {
  sample,
  title: text(
    "Tytuł w wyszukiwarce",
    "Tytuł strony na karcie przeglądarki i w wyszukiwarce, bez nazwy marki (dopisuje się sama).",
    60,
  ).meta({ help: "Bez nazwy marki: dopisze się sama." }),
  description: text(
    "Opis w wyszukiwarce",
    "Opis strony dla wyszukiwarki: jedno, dwa zdania, do 160 znaków.",
    160,
  ),
};

export const pageMeta = group(
  "Widoczność i wyszukiwarka",
  "Tytuł i opis strony oraz to, czy jest widoczna.",
  {
    published: z.boolean().default(true).meta({
      title: "Strona widoczna",
      help: "Odznacz, a strona zniknie z menu, z wyszukiwarki i spod swojego adresu.",
      description: "false ukrywa stronę: znika z menu, z mapy strony i spod swojego adresu.",
    }),
    ...wording,
  },
);

/** The home page, the contact page and the thank-you page: the site does not work without them. */
export const requiredPageMeta = group("Wyszukiwarka", "Tytuł i opis strony.", {
  published: z.literal(true).default(true).meta({
    title: "Strona widoczna",
    description: "Tej strony nie można ukryć: bez niej witryna nie działa. Usuń tę linię.",
  }),
  ...wording,
});

export const pageHead = {
  heading: text("Nagłówek", "Nagłówek strony.", 80),
  lead: text("Wstęp", "Jedno, dwa zdania pod nagłówkiem."),
};

export const closing = group("Zakończenie strony", "Zakończenie strony, nad telefonem: heading i text.", {
  heading: text("Nagłówek", "Nagłówek tej części.", 80),
  text: text("Tekst", "Ostatnie zdania zachęty, nad telefonem."),
});
