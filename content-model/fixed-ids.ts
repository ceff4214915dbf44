const onEveryPage = ["root", "initial-state", "typeface", "menu", "tresc", "closing-heading"];

/** Ids that the pages themselves use, so content must not use them. */
export const fixedIds: Readonly<Record<"oferta" | "galeria", readonly string[]>> = {
  oferta: [
    ...onEveryPage,
    ...["cennik", "prices-heading", "wspolpraca", "steps-heading", "zasady", "rules-heading"],
    ...["platnosc", "odstapienie", "reklamacje", "regulamin", "pytania", "faq-heading"],
  ],
  galeria: [...onEveryPage, "wszystkie-zdjecia"],
};

/** A photograph's id in the gallery's address: its file name without the extension. */
export function photoId(file: string): string {
  return file.replace(/\.[^.]+$/, "").toLowerCase();
}

export const photoElementId = (file: string) => `zdjecie-${photoId(file)}`;
