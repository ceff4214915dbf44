import type { Content, ContentName } from "./content.ts";
import type { LogoFile } from "./logo-file.ts";
import { suggestWord } from "./nearest-word.ts";
import { type Path, placesWithin } from "./path.ts";
import type { PlacedProblem } from "./problems.ts";

/** The values of files, raw or parsed. */
type Values = Readonly<Partial<Record<ContentName, unknown>>>;

/** Photos that the content names but that do not exist. */
export function findMissingPhotos(written: Values, present: readonly string[]): PlacedProblem[] {
  return namedPhotos(written)
    .filter(({ file }) => !present.includes(file))
    .map(({ name, path, file }) => ({
      name,
      path,
      problem: `w folderze photos nie ma pliku „${file}”`,
      hint: suggestWord(file, present, "Dodaj plik do folderu photos albo popraw nazwę."),
      inForm: "Tego zdjęcia nie ma. Wybierz inne.",
    }));
}

/** Checks that the logo named in site.yaml exists and is a plain SVG drawing or a PNG picture. */
export function findLogoProblems(
  { site }: Partial<Content>,
  logos: Readonly<Record<string, LogoFile>>,
): PlacedProblem[] {
  const file = site?.logo;
  if (file === undefined) return [];
  const logo = logos[file];
  const missing = {
    problem: `w folderze z treścią nie ma pliku „${file}”`,
    hint: suggestWord(file, Object.keys(logos), "Dodaj plik obok site.yaml albo popraw nazwę."),
  };
  const found = logo ? logo.problem : missing;
  if (!found) return [];
  const inForm = "Tego pliku nie można użyć jako logo. Wybierz inny.";
  return [{ name: "site", path: ["logo"], inForm, ...found }];
}

export function namedPhotos(values: Values): { name: ContentName; path: Path; file: string }[] {
  return Object.entries(values).flatMap(([name, value]) =>
    photosWithin(value).map(({ path, file }) => ({ name: name as ContentName, path, file })),
  );
}

/** The photos in a part of the content; only photos have a field called `file`. */
export function photosWithin(piece: unknown): { path: Path; file: string }[] {
  return [...placesWithin(piece)].flatMap(({ path, value }) =>
    path.at(-1) === "file" && typeof value === "string" ? { path, file: value } : [],
  );
}
