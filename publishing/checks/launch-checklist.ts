import { type CheckedContent, checkContent } from "../../content-model/check-content.ts";
import { type Content, type ContentName, contentNames } from "../../content-model/content.ts";
import { fileLabels } from "../../content-model/describe-changes.ts";
import { namedPhotos } from "../../content-model/media-checks.ts";
import type { Path } from "../../content-model/path.ts";
import type { RawContent } from "../../content-model/read-content.ts";
import { samplePaths } from "../../content-model/samples.ts";
import { checkTrainer } from "./check-business.ts";
import { checkPhotoWords } from "./check-photos.ts";
import { checkPrivacy } from "./check-privacy.ts";

/** One task before the site goes live, ticked off automatically. */
export interface Todo {
  readonly label: string;
  /** How many places are left; none when the task is done. */
  readonly left: number;
  /** The first of these places, or the screen for the task. */
  readonly place?: { readonly name: ContentName; readonly path: Path };
  readonly screen?: string;
}

export interface Facts {
  readonly siteUrl: string;
  readonly isPublished: boolean;
  readonly mailConfigured: boolean;
  readonly hasBackup: boolean;
}

/** The requirements of `npm run check:launch` for content and the main settings, as a checklist for the owner. */
export function launchChecklist(raw: RawContent, facts: Facts): Todo[] {
  const checked = checkContent(raw);
  return [
    ...contentNames.map((name) => samplesIn(name, raw.files[name].value)),
    ...(checked.ok ? ofContent(checked.content) : [inTheWay(checked)]),
    setting("Własny adres strony z https", facts.siteUrl.startsWith("https:"), "/stan"),
    setting("Poczta, która wysyła Ci zapytania", facts.mailConfigured, "/stan/ustawienia"),
    setting("Pierwsza kopia zapasowa", facts.hasBackup, "/stan"),
    setting("Pierwsza publikacja", facts.isPublished, "/publikacja"),
  ];
}

function samplesIn(name: ContentName, value: unknown): Todo {
  const paths = samplePaths(name, value);
  // An entry's sample mark comes after its texts, because it is removed last.
  const first = paths.find((path) => path.at(-1) !== "sample") ?? paths[0] ?? [];
  return { label: `Własna treść: ${fileLabels[name]}`, left: paths.length, place: { name, path: first } };
}

function inTheWay({ problems }: CheckedContent & { ok: false }): Todo {
  const [{ name, path = [] } = {}] = problems;
  const label = "To, co stoi na drodze publikacji";
  return { label, left: problems.length, ...(name && { place: { name, path } }) };
}

function ofContent(content: Content): Todo[] {
  const privacy = checkPrivacy(content, {
    siteFile: "site",
    privacyFile: "prywatnosc",
    contactFile: "kontakt",
  });
  const photos = checkPhotoWords(content);
  const shown = namedPhotos(content).find(({ file }) => photos[0]?.where === `photos/${file}`);
  const count = (all: readonly { where?: string | undefined }[], name: string) =>
    all.filter(({ where }) => where === name).length;
  return [
    todo("Godziny treningów", content.site.openingHours.length === 0 ? 1 : 0, "site", ["openingHours"]),
    todo("Imię i portret", checkTrainer(content.site, "site").length, "site", ["trainer"]),
    todo("NIP i REGON", count(privacy, "site"), "site", ["company", "nip"]),
    todo("Informacja o danych osobowych", count(privacy, "prywatnosc"), "prywatnosc", ["sections"]),
    todo("Informacja obok formularza", count(privacy, "kontakt"), "kontakt", ["informationClause"]),
    todo("Opisy zdjęć", photos.length, shown?.name ?? "galeria", [
      ...(shown?.path.slice(0, -1) ?? []),
      "alt",
    ]),
  ];
}

const todo = (label: string, left: number, name: ContentName, path: Path): Todo => ({
  label,
  left,
  place: { name, path },
});

const setting = (label: string, isDone: boolean, screen: string): Todo => ({
  label,
  left: isDone ? 0 : 1,
  screen,
});
