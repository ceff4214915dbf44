import type { Content, ContentName } from "./content.ts";
import { fixedIds, photoElementId, photoId } from "./fixed-ids.ts";
import { nearestWord } from "./nearest-word.ts";
import type { Path } from "./read-yaml.ts";

/** Something wrong between two places of the content that are right by themselves. */
export interface Finding {
  name: ContentName;
  path: Path;
  problem: string;
  hint: string;
}

/** Names that point at nothing, and names used twice; files that could not be read are left out. */
export function findMismatches({ index, oferta, galeria }: Partial<Content>): Finding[] {
  const findings: Finding[] = [];
  if (oferta) {
    const ids = oferta.services.map((service) => service.id);
    findings.push(...findRepeated("oferta", "services", ids, fixedIds.oferta));
    index?.services.featured.forEach((id, at) => {
      if (!ids.includes(id)) findings.push(unknownName("index", ["services", "featured", at], id, ids));
    });
  }
  if (galeria) {
    const ids = galeria.categories.map((category) => category.id);
    const files = galeria.photos.map(({ photo }) => photo.file);
    const taken = [...fixedIds.galeria, ...files.map(photoElementId)];
    findings.push(...findRepeated("galeria", "categories", ids, taken), ...findRepeatedPhotos(files));
    galeria.photos.forEach(({ category }, at) => {
      if (!ids.includes(category))
        findings.push(unknownName("galeria", ["photos", at, "category"], category, ids));
    });
  }
  return findings;
}

/** An id is the address of its entry on the page, so it may stand there once. */
function findRepeated(
  name: ContentName,
  list: string,
  ids: readonly string[],
  taken: readonly string[],
): Finding[] {
  return ids.flatMap((id, at) => {
    const path = [list, at, "id"];
    if (taken.includes(id)) {
      return {
        name,
        path,
        problem: `nazwa „${id}” jest już zajęta przez inne miejsce tej strony`,
        hint: `Wpisz inną, na przykład „${id}-2”.`,
      };
    }
    return ids.indexOf(id) === at
      ? []
      : {
          name,
          path,
          problem: `nazwa „${id}” jest już zajęta przez wcześniejszy wpis`,
          hint: "Każdy wpis potrzebuje własnej nazwy w polu id. Zmień jedną z nich.",
        };
  });
}

/** A photograph has an address of its own in the gallery, made of its file name without the ending. */
function findRepeatedPhotos(files: readonly string[]): Finding[] {
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
          ? "Usuń jeden z wpisów: to samo zdjęcie może stać w galerii tylko raz."
          : "Zmień nazwę jednego z plików i popraw ją w tym wpisie.",
    };
  });
}

function unknownName(name: ContentName, path: Path, written: string, known: string[]): Finding {
  const near = nearestWord(written, known);
  const choice = `Nazwy, których można użyć: ${known.join(", ")}.`;
  return {
    name,
    path,
    problem: `nie ma wpisu o nazwie „${written}”`,
    hint: near ? `Czy chodziło o „${near}”? ${choice}` : choice,
  };
}
