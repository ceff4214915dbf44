import { isUtf8 } from "node:buffer";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ContentName, contentNames } from "./content.ts";
import { type LogoFiles, readLogoFiles } from "./logo-file.ts";
import type { Path } from "./path.ts";
import { ContentError, type ContentProblem } from "./problems.ts";
import { readYaml } from "./read-yaml.ts";

/** A content folder parsed as YAML and not checked any further. */
export interface RawContent {
  readonly files: Readonly<Record<ContentName, RawFile>>;
  /** The pictures next to the texts. */
  readonly media: { readonly photos: readonly string[]; readonly logos: LogoFiles };
}

export interface RawFile {
  /** The file's path as it appears in problems. */
  readonly file: string;
  /** Undefined if the file is missing. */
  readonly source?: string;
  /** Undefined if the file is missing, or is not YAML in UTF-8. */
  readonly value?: unknown;
  readonly lineOf?: (path: Path) => number;
  /** Why the value is undefined. */
  readonly problems: readonly ContentProblem[];
}

/** Reads the eight files of a content folder and the names of its pictures; throws a ContentError if the folder is missing. */
export function readContentFolder(folder: string, before?: RawContent): RawContent {
  requireFolder(folder);
  const files = Object.fromEntries(
    contentNames.map((name) => [name, readContentFile(folder, name, before?.files[name])]),
  );
  return {
    files: files as Record<ContentName, RawFile>,
    media: { photos: listPhotos(folder), logos: readLogoFiles(folder) },
  };
}

export function valuesOf({ files }: Pick<RawContent, "files">): Record<ContentName, unknown> {
  const entries = contentNames.map((name) => [name, files[name].value]);
  return Object.fromEntries(entries);
}

export function requireFolder(folder: string): void {
  if (!existsSync(folder)) throw new ContentError([{ file: folder, path: [], problem: missingFolder }]);
}

/** A file whose text has not changed since `before` is not parsed again. */
export function readContentFile(folder: string, name: ContentName, before?: RawFile): RawFile {
  const file = join(folder, `${name}.yaml`);
  if (!existsSync(file)) return { file, problems: [{ name, file, path: [], problem: missingFile }] };
  const bytes = readFileSync(file);
  const source = bytes.toString();
  if (!isUtf8(bytes)) return { file, source, problems: [{ name, file, path: [], problem: foreignEncoding }] };
  return before?.file === file && before.source === source ? before : parseContentFile(source, name, file);
}

export function parseContentFile(source: string, name: ContentName, file: string): RawFile {
  const yaml = readYaml(source);
  if (Array.isArray(yaml)) {
    const problems = yaml.map((line) => ({ name, file, line, path: [], problem: unreadable(line) }));
    return { file, source, problems };
  }
  // A file that has only comments has no fields.
  return { file, source, value: yaml.value ?? {}, lineOf: yaml.lineOf, problems: [] };
}

const unreadable = (line: number) =>
  `Linii ${line} nie da się odczytać. Popraw ją w edytorze tekstu: pola tego samego poziomu mają tyle samo spacji na początku, a tekst z dwukropkiem, znakiem # albo * jest w cudzysłowie.`;
const missingFolder = "Nie ma takiego folderu z treścią. Sprawdź jego nazwę w ustawieniu CONTENT_DIR.";
const missingFile = "Nie ma takiego pliku. Przywróć go z kopii albo skopiuj z przykładowej treści.";
const foreignEncoding =
  "Polskich liter w tym pliku nie da się odczytać. Zapisz go w edytorze tekstu z kodowaniem UTF-8.";

export function listPhotos(folder: string): string[] {
  const photos = join(folder, "photos");
  if (!existsSync(photos)) return [];
  return readdirSync(photos)
    .filter((file) => /\.(?:jpe?g|png|webp|avif)$/i.test(file))
    .sort();
}
