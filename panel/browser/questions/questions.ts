import type { ContentName } from "../../../content-model/content.ts";
import { type Path, valueAt } from "../../../content-model/path.ts";
import { loadFile, readSync, shownValue } from "../content/sync.ts";

/** Fills the owner's name until it is given. */
export const namePlaceholder = "Imię Nazwisko";

export type Question = ReturnType<typeof question>;

/** `path` starts with the file that is saved last if an answer changes several, so that the preview shows all changes. */
function question([name, ...path]: [ContentName, ...string[]], title: string, help: string) {
  return { name, path, title, help, key: path.at(-1) as string };
}

/** Asks for the facts that a useful site needs, in this order (C7.2). */
export const questions: readonly Question[] = [
  question(
    ["index", "hero", "headline"],
    "Jak się nazywasz?",
    "Imię i nazwisko będzie największym napisem na stronie.",
  ),
  question(
    ["site", "address", "addressLocality"],
    "Gdzie trenujesz?",
    "Wystarczy miejscowość. Po niej szukają Cię ludzie z okolicy.",
  ),
  question(
    ["site", "telephone"],
    "Pod jaki numer dzwonić?",
    "Kto otworzy stronę na telefonie, zadzwoni jednym dotknięciem.",
  ),
  question(
    ["site", "email"],
    "Na jaki adres pisać?",
    "Będzie na stronie. Tu przyjdą też zapytania z formularza, gdy ustawisz pocztę.",
  ),
  question(["oferta", "services"], "Od czego można zacząć?", "Jedna usługa z ceną. Kolejne dodasz później."),
  question(
    ["kontakt", "slots"],
    "Jakie masz wolne terminy?",
    "Dni i godziny, które możesz zaproponować nowej osobie.",
  ),
  question(
    ["site", "trainer", "photo"],
    "Pokaż się",
    "Zwykłe zdjęcie z telefonu, najlepiej pionowe, twarzą do światła.",
  ),
];

export async function loadQuestions(): Promise<void> {
  await Promise.all((["site", "index", "oferta", "kontakt"] as const).map(loadFile));
}

/** The value at a path, with this device's unsaved changes. */
export const answerAt = (name: ContentName, path: Path) => valueAt(shownValue(readSync(), name), path);

/** Whether the owner has replaced the sample by an empty site. */
export const hasBegun = () => answerAt("site", ["sample"]) !== true;

export function isAnswered({ key, name, path }: Question): boolean {
  if (key === "headline") return answerAt("site", ["name"]) !== namePlaceholder;
  // An unfinished group of slots has no times yet.
  const value = answerAt(name, key === "slots" ? [...path, "times"] : path);
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== "";
}

/** The answers missing for a publication, in the Polish genitive. */
export function findMissing(): string[] {
  const isGiven = (key: string) => questions.some((one) => one.key === key && isAnswered(one));
  return [
    ...(isGiven("headline") ? [] : ["imienia i nazwiska"]),
    ...(isGiven("telephone") || isGiven("email") ? [] : ["telefonu albo e-maila"]),
  ];
}
