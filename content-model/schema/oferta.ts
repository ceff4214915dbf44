import { z } from "zod";
import { closing, pageMeta } from "./page.ts";
import { photo } from "./photo.ts";
import { price } from "./price.ts";
import { paragraphs, sample, slug, text } from "./text.ts";

const points = (description: string) => z.array(text("Jeden punkt listy.", 240)).min(1).meta({ description });

const service = z
  .strictObject({
    id: slug("Krótka nazwa bez polskich liter i spacji: adres usługi po znaku #, np. plan-treningowy."),
    name: text("Nazwa usługi.", 60),
    lead: text("Dwa, trzy zdania o usłudze."),
    includes: points("Co zawiera usługa."),
    forWhom: points("Dla kogo jest ta usługa."),
    price,
    duration: text("Ile to trwa, np. „60 min” albo „plan na 8 tygodni”.", 80),
    photo,
    sample,
  })
  .meta({ description: "Jedna usługa." });

const question = z
  .strictObject({
    question: text("Pytanie, słowami osoby, która je zadaje.", 160),
    answer: text("Odpowiedź: najważniejsze w pierwszym zdaniu.", 900),
    featured: z
      .boolean()
      .default(false)
      .meta({ description: "true pokazuje pytanie także na stronie głównej." }),
  })
  .meta({ description: "Jedno pytanie z odpowiedzią." });

const cooperationStep = z
  .strictObject({
    title: text("Nazwa kroku, kilka słów.", 60),
    text: text("Co się wtedy dzieje, jedno, dwa zdania."),
  })
  .meta({ description: "Jeden krok: title i text." });

export const oferta = z.strictObject({
  meta: pageMeta,
  heading: text("Nagłówek strony.", 80),
  lead: text("Jedno, dwa zdania pod nagłówkiem."),
  services: z
    .array(service)
    .min(1)
    .meta({ description: "Usługi, w kolejności, w jakiej mają stać na stronie." }),
  steps: z.array(cooperationStep).min(1).meta({ description: "Kroki współpracy, od pierwszej rozmowy." }),
  rules: z
    .strictObject({
      cancellation: paragraphs("Zasady odwoływania spotkań."),
      contraindications: paragraphs("Kiedy przed treningiem potrzebna jest rozmowa z lekarzem."),
    })
    .meta({ description: "Zasady współpracy." }),
  faq: z.array(question).default([]).meta({ description: "Pytania i odpowiedzi." }),
  closing,
});

export type Service = z.output<typeof service>;
