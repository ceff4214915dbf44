import type { ContentName } from "../../../content-model/content.ts";
import { type Path, valueAt } from "../../../content-model/path.ts";
import { loadFile, readSync, shownValue } from "../content/sync.ts";

/** Until the owner has a name, this stands where it belongs. */
export const namePlaceholder = "Imię Nazwisko";

export type Question = ReturnType<typeof question>;

/** `path` is where the answer is; of the files that an answer changes, this one is saved last, so the preview follows it. */
function question([name, ...path]: [ContentName, ...string[]], title: string, help: string) {
  return { name, path, title, help, key: path.at(-1) as string };
}

/** What a site needs to be of use, in the order in which it is asked (C7.2). */
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
    "Będzie na stronie. Tu przyjdą też wiadomości z formularza, gdy ustawisz pocztę.",
  ),
  question(["oferta", "services"], "Od czego można zacząć?", "Jedna usługa z ceną. Kolejne dodasz później."),
  question(
    ["kontakt", "slots"],
    "Kiedy masz wolne?",
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

/** The answers as this device shows them, with what is not saved yet. */
export const answerAt = (name: ContentName, path: Path) => valueAt(shownValue(readSync(), name), path);

/** Whether the sample has made room for the owner's site. */
export const hasBegun = () => answerAt("site", ["sample"]) !== true;

export function isAnswered({ key, name, path }: Question): boolean {
  if (key === "headline") return answerAt("site", ["name"]) !== namePlaceholder;
  const value = answerAt(name, path);
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== "";
}

/** What is missing for a publication, in the genitive. */
export function findMissing(): string[] {
  const lacks = (...keys: string[]) =>
    questions.filter(({ key }) => keys.includes(key)).every((one) => !isAnswered(one));
  return [
    ...(lacks("headline") ? ["imienia i nazwiska"] : []),
    ...(lacks("telephone", "email") ? ["telefonu albo e-maila"] : []),
  ];
}
