import type { Content, ContentName } from "./content.ts";
import type { LogoFiles } from "./logo-file.ts";
import { type Path, walkValues } from "./path.ts";
import type { PlacedProblem } from "./problems.ts";

/** The values of files, raw or parsed. */
type Values = Readonly<Partial<Record<ContentName, unknown>>>;

/** Finds references to photos that do not exist. */
export function findMissingPhotos(written: Values, present: readonly string[]): PlacedProblem[] {
  return namedPhotos(written)
    .filter(({ file }) => !present.includes(file))
    .map(({ name, path, file }) => ({
      name,
      path,
      problem: `Zdjęcia „${file}” nie ma. Wybierz inne.`,
    }));
}

/** Checks that the logo named in site.yaml exists and can be used. */
export function findLogoProblems({ site }: Partial<Content>, logos: LogoFiles): PlacedProblem[] {
  if (site?.logo === undefined) return [];
  const isThere = Object.hasOwn(logos, site.logo);
  const problem = isThere ? logos[site.logo] : "Tego pliku nie ma. Wybierz inny.";
  return problem === undefined ? [] : [{ name: "site", path: ["logo"], problem }];
}

export function namedPhotos(values: Values): { name: ContentName; path: Path; file: string }[] {
  return Object.entries(values).flatMap(([name, value]) =>
    photosWithin(value).map(({ path, file }) => ({ name: name as ContentName, path, file })),
  );
}

/** Finds the photos in a part of the content by their field `file`, which nothing else has. */
export function photosWithin(piece: unknown): { path: Path; file: string }[] {
  return [...walkValues(piece)].flatMap(({ path, value }) =>
    path.at(-1) === "file" && typeof value === "string" ? { path, file: value } : [],
  );
}
