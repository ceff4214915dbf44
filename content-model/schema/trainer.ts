import type { z } from "zod";
import { group } from "./group.ts";
import { optionalPhoto } from "./photo.ts";
import { exactText, sample, text } from "./text.ts";

/** The person who trains the clients. */
export const trainer = group(
  "Osoba, która prowadzi treningi",
  "Imię, zawód, portret, jedno zdanie i najważniejszy dokument: name, role, photo, quote, credential.",
  {
    name: exactText("Imię i nazwisko", "Imię i nazwisko osoby, która prowadzi treningi.", 60),
    role: text("Kim jesteś", "Zawód kilkoma słowami, np. „trenerka personalna”.", 60).meta({
      help: "Np. „trenerka personalna”.",
    }),
    photo: optionalPhoto(
      "Portret",
      "Zdjęcie tej osoby, najlepiej pionowe: plik i opis.",
      "Najlepiej pionowe.",
    ),
    quote: text("Jedno zdanie", "Jedno zdanie tej osoby, w cudzysłowie (nieobowiązkowe).", 160).optional(),
    credential: text(
      "Najważniejszy dokument",
      "Najważniejszy certyfikat, kilka słów, np. „dyplom trenera personalnego, AWF” (nieobowiązkowy).",
      100,
    ).optional(),
    sample,
  },
);

export type Trainer = z.output<typeof trainer>;
