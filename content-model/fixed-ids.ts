const onEveryPage = ["root", "initial-state", "typeface", "menu", "tresc", "closing-heading"];

/** Ids that the pages themselves use; an id of the content may not be one of them. */
export const fixedIds: Readonly<Record<"oferta" | "galeria", readonly string[]>> = {
  oferta: [
    ...onEveryPage,
    ...["cennik", "prices-heading", "wspolpraca", "steps-heading", "zasady", "rules-heading"],
    ...["platnosc", "odstapienie", "reklamacje", "regulamin", "pytania", "faq-heading"],
  ],
  galeria: [...onEveryPage, "wszystkie-zdjecia"],
};

/** The id of a photograph in the address of the gallery: the name of its file. */
export function photoId(file: string): string {
  return file.replace(/\.[^.]+$/, "").toLowerCase();
}

export const photoElementId = (file: string) => `zdjecie-${photoId(file)}`;
