import type { Content, ContentName } from "./content.ts";
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
    findings.push(...findRepeated("oferta", "services", ids));
    index?.services.featured.forEach((id, at) => {
      if (!ids.includes(id)) findings.push(unknownName("index", ["services", "featured", at], id, ids));
    });
  }
  if (galeria) {
    const ids = galeria.categories.map((category) => category.id);
    findings.push(...findRepeated("galeria", "categories", ids));
    galeria.photos.forEach(({ category }, at) => {
      if (!ids.includes(category))
        findings.push(unknownName("galeria", ["photos", at, "category"], category, ids));
    });
  }
  return findings;
}

function findRepeated(name: ContentName, list: string, ids: string[]): Finding[] {
  return ids.flatMap((id, at) =>
    ids.indexOf(id) === at
      ? []
      : {
          name,
          path: [list, at, "id"],
          problem: `nazwa „${id}” jest już zajęta przez wcześniejszy wpis`,
          hint: "Każdy wpis potrzebuje własnej nazwy w polu id. Zmień jedną z nich.",
        },
  );
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
