import { type Content, type ContentName, contentSchemas, type Values } from "./content.ts";
import { fieldAt } from "./form-field.ts";
import { formOf } from "./form-of.ts";
import type { LogoFiles } from "./logo-file.ts";
import { namedPhotos } from "./named-photos.ts";
import { walkValues } from "./path.ts";
import type { PlacedProblem } from "./problems.ts";
import type { RawContent } from "./read-content.ts";

/**
 * Finds references to missing entries and pictures, and duplicate names. `written` holds the raw values of the same files, because
 * parsing sorts some lists.
 */
export function findMismatches(
  content: Partial<Content>,
  written: Values,
  { photos, logos }: RawContent["media"],
): PlacedProblem[] {
  const { oferta, galeria } = content;
  const services = oferta?.services.map(({ id }) => id);
  const packages = oferta?.packages.map(({ id }) => id) ?? [];
  const categories = galeria?.categories.map(({ id }) => id);
  const photoIds = galeria?.photos.map(({ photo }) => photoId(photo.file)) ?? [];
  const taken = [...reservedIds.galeria, ...photoIds.map((id) => `zdjecie-${id}`)];
  return [
    ...findRepeated("oferta", "services", services, reservedIds.oferta),
    ...findRepeated("oferta", "packages", packages, [...reservedIds.oferta, ...(services ?? [])]),
    ...findRepeated("galeria", "categories", categories, taken),
    ...findRepeatedPhotos(photoIds),
    ...findDangling(written, { services, categories }),
    ...findMissingPhotos(written, photos),
    ...findLogoProblems(content, logos),
  ];
}

/** Finds references to entries that do not exist. Skips references to a list that could not be read. */
export function findDangling(
  written: Values,
  ids: Partial<Record<string, readonly string[]>>,
): PlacedProblem[] {
  return (Object.keys(written) as ContentName[]).flatMap((name) =>
    [...walkValues(written[name])].flatMap(({ path, value }) => {
      const known = ids[fieldAt(formOf(contentSchemas[name]), path)?.reference ?? ""];
      return !known || known.includes(String(value))
        ? []
        : { name, path, problem: "Tego wpisu już nie ma. Wybierz inny z listy." };
    }),
  );
}

/** An id is its entry's anchor on the page, so it must be unique there. */
function findRepeated(
  name: ContentName,
  list: string,
  ids: readonly string[] = [],
  taken: readonly string[],
): PlacedProblem[] {
  return ids.flatMap((id, at) => {
    const place = { name, path: [list, at, "id"] };
    const problem = `Nazwa „${id}” jest na tej stronie zajęta. Wpisz inną, na przykład „${id}-2”.`;
    if (taken.includes(id)) return { ...place, problem };
    return ids.indexOf(id) === at ? [] : { ...place, problem: `Nazwę „${id}” ma już inny wpis. Wpisz inną.` };
  });
}

/** File names without their extension must be unique, because they are the photographs' addresses in the gallery. */
function findRepeatedPhotos(ids: readonly string[]): PlacedProblem[] {
  const problem = "To zdjęcie jest już w galerii. Wybierz inne albo usuń jeden z wpisów.";
  return ids.flatMap((id, at) =>
    ids.indexOf(id) === at ? [] : { name: "galeria", path: ["photos", at, "photo", "file"], problem },
  );
}

function findMissingPhotos(written: Values, present: readonly string[]): PlacedProblem[] {
  return namedPhotos(written).flatMap(({ file, ...place }) =>
    present.includes(file) ? [] : { ...place, problem: `Zdjęcia „${file}” nie ma. Wybierz inne.` },
  );
}

function findLogoProblems({ site }: Partial<Content>, logos: LogoFiles): PlacedProblem[] {
  if (site?.logo === undefined) return [];
  const isThere = Object.hasOwn(logos, site.logo);
  const problem = isThere ? logos[site.logo] : "Tego pliku nie ma. Wybierz inny.";
  return problem === undefined ? [] : [{ name: "site", path: ["logo"], problem }];
}

const onEveryPage = ["root", "initial-state", "typeface", "menu", "tresc", "closing-heading"];

/** Ids that the pages themselves use, so content must not use them. */
export const reservedIds: Readonly<Record<"oferta" | "galeria", readonly string[]>> = {
  oferta: [
    ...onEveryPage,
    ...["cennik", "prices-heading", "wspolpraca", "wspolpraca-heading", "zasady", "rules-heading"],
    ...["platnosc", "odstapienie", "reklamacje", "regulamin", "pytania", "pytania-heading"],
  ],
  galeria: [...onEveryPage, "wszystkie-zdjecia"],
};

/** A photograph's id in the gallery's address: its file name without the extension. */
export const photoId = (file: string): string => file.replace(/\.[^.]+$/, "").toLowerCase();
