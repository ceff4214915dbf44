// The panel's browser code imports this file: keep server code out of it.

/** The placeholders of ready answers, such as `{cena}`, and what replaces them. */
export const answerFields = {
  usługa: "temat tego zapytania",
  cena: "cena tej usługi",
  terminy: "najbliższe wolne terminy",
  link: "odnośnik do wyboru terminu",
  podpis: "nazwa z Twojej strony",
} as const;

/** The words for the placeholders. One without words is left out with its sentence. */
export type AnswerWords = { [field in keyof typeof answerFields]?: string | undefined };

/** A template for answers. One without text is not offered. */
export type ReadyAnswer = { id: string; name: string; text: string };

export const maxAnswerLength = 4_000;
export const maxAnswerNameLength = 60;

/** Puts the words into a ready answer; `leftOut` names the placeholders left out with their sentences. */
export function fillAnswer(template: string, words: AnswerWords): { text: string; leftOut: string[] } {
  const leftOut = new Set<string>();

  function fillSentence(sentence: string): string[] {
    let isComplete = true;
    const filled = sentence.replace(field, (_, typed: string) => {
      const name = typed.trim().toLowerCase();
      const word = (Object.hasOwn(words, name) && words[name as keyof AnswerWords]?.trim()) || "";
      if (word === "") leftOut.add(name);
      isComplete &&= word !== "";
      return word;
    });
    return isComplete ? [filled] : [];
  }

  const lines = template.replace(/[^\S\n]+$/gm, "").split(lineEnd);
  const filled = lines.flatMap((line) => {
    const sentences = line.split(sentenceEnd).flatMap(fillSentence);
    return line === "" || sentences.length > 0 ? [sentences.join(" ")] : [];
  });
  const text = filled.join("\n").replace(/\n{3,}/g, "\n\n");
  return { text: text.trim(), leftOut: [...leftOut] };
}

const field = /\{([^{}\n]*)\}/g;

/** A line that ends in a colon continues on the next one. */
const lineEnd = /(?<!:\n*)\n/;

const abbreviations =
  "np ok ul al pl os nr tel godz min m\\.in pon wt śr czw pt sob niedz dot tj tzn ew ps PS p\\.s P\\.S".split(
    " ",
  );
const withCapital = ([first = "", ...rest]: string) => `[${first.toUpperCase()}${first}]${rest.join("")}`;

const afterEnd = '(?<=[.!?…]["”)]?)';
const notAfterAbbreviation = `(?<!(?:^|[\\s(])(?:${abbreviations.map(withCapital).join("|")})\\.|^\\d+\\.)`;
const beforeBeginning = '(?=["„({]*[\\p{Lu}\\d{])';

/** The space between two sentences. The next one begins with a capital letter, a number or a field. */
const sentenceEnd = new RegExp(`${afterEnd}${notAfterAbbreviation}[^\\S\\n]+${beforeBeginning}`, "u");
