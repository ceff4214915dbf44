import type { Content, ContentName } from "./content.ts";
import { nearestWord } from "./nearest-word.ts";
import type { Path } from "./path.ts";
import type { PlacedProblem } from "./problems.ts";

/** Problems between entries or files: references to missing entries, and duplicate names. */
export function findMismatches({
  index,
  oferta,
  galeria,
  kontakt,
  osiagniecia,
}: Partial<Content>): PlacedProblem[] {
  const problems: PlacedProblem[] = [];
  if (oferta) {
    const ids = oferta.services.map((service) => service.id);
    const packageIds = oferta.packages.map(({ id }) => id);
    problems.push(
      ...findRepeated("oferta", "services", ids, fixedIds.oferta),
      ...findRepeated("oferta", "packages", packageIds, [...fixedIds.oferta, ...ids]),
    );
    const slotService = kontakt?.slots?.service;
    if (slotService !== undefined && !ids.includes(slotService)) {
      problems.push(unknownName("kontakt", ["slots", "service"], slotService, ids));
    }
    index?.services.featured.forEach((id, at) => {
      if (!ids.includes(id)) problems.push(unknownName("index", ["services", "featured", at], id, ids));
    });
    osiagniecia?.opinions.forEach(({ service }, at) => {
      if (service !== undefined && !ids.includes(service))
        problems.push(unknownName("osiagniecia", ["opinions", at, "service"], service, ids));
    });
  }
  if (galeria) {
    const ids = galeria.categories.map((category) => category.id);
    const files = galeria.photos.map(({ photo }) => photo.file);
    const taken = [...fixedIds.galeria, ...files.map(photoElementId)];
    problems.push(...findRepeated("galeria", "categories", ids, taken), ...findRepeatedPhotos(files));
    galeria.photos.forEach(({ category }, at) => {
      if (!ids.includes(category))
        problems.push(unknownName("galeria", ["photos", at, "category"], category, ids));
    });
  }
  return problems;
}

/** An id is its entry's anchor on the page, so it must be unique there. */
function findRepeated(
  name: ContentName,
  list: string,
  ids: readonly string[],
  taken: readonly string[],
): PlacedProblem[] {
  return ids.flatMap((id, at) => {
    const path = [list, at, "id"];
    if (taken.includes(id)) {
      return {
        name,
        path,
        problem: `nazwa „${id}” jest już zajęta przez inne miejsce tej strony`,
        hint: `Wpisz inną, na przykład „${id}-2”.`,
        inForm: `Nazwa „${id}” jest na tej stronie zajęta. Wpisz inną, na przykład „${id}-2”.`,
      };
    }
    return ids.indexOf(id) === at
      ? []
      : {
          name,
          path,
          problem: `nazwa „${id}” jest już zajęta przez wcześniejszy wpis`,
          hint: "Każdy wpis potrzebuje własnej nazwy w polu id. Zmień jedną z nich.",
          inForm: `Nazwę „${id}” ma już inny wpis. Wpisz inną.`,
        };
  });
}

/** A photograph's address in the gallery is its file name without the extension, so that must be unique. */
function findRepeatedPhotos(files: readonly string[]): PlacedProblem[] {
  const ids = files.map(photoId);
  return files.flatMap((file, at) => {
    const first = ids.indexOf(photoId(file));
    if (first === at) return [];
    return {
      name: "galeria",
      path: ["photos", at, "photo", "file"],
      problem:
        files[first] === file
          ? `zdjęcie „${file}” jest już w galerii`
          : `zdjęcia „${file}” i „${files[first]}” różnią się tylko końcówką albo wielkością liter nazwy`,
      hint:
        files[first] === file
          ? "Usuń jeden z wpisów: to samo zdjęcie może być w galerii tylko raz."
          : "Zmień nazwę jednego z plików i popraw ją w tym wpisie.",
      inForm: "To zdjęcie jest już w galerii. Wybierz inne albo usuń jeden z wpisów.",
    };
  });
}

function unknownName(name: ContentName, path: Path, written: string, known: string[]): PlacedProblem {
  const near = nearestWord(written, known);
  const choice = `Nazwy, których można użyć: ${known.join(", ")}.`;
  return {
    name,
    path,
    problem: `nie ma wpisu o nazwie „${written}”`,
    hint: near ? `Czy chodziło o „${near}”? ${choice}` : choice,
    inForm: "Tego wpisu już nie ma. Wybierz inny z listy.",
  };
}

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

const photoElementId = (file: string) => `zdjecie-${photoId(file)}`;
