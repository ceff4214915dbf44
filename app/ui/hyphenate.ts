const longWord = /\p{L}{14,}/gu;
const longLoneWord = /\p{L}{12,}/gu;

/**
 * Puts soft hyphens into long words of a heading, because browsers do not hyphenate Polish. A word may break after six letters or
 * more, before the consonant (or ch, cz, dz, dź, dż, rz, sz) that begins a syllable: „między-pokoleniowy”, never „mię-dzypokoleniowy”.
 * Beside other words only the longest may: others go to the next line whole.
 */
export function hyphenate(heading: string): string {
  return heading.replace(/\s/.test(visible(heading)) ? longWord : longLoneWord, (word) =>
    word.replace(division, "\u00ad"),
  );
}

const division = new RegExp(
  [
    "(?<=^.{6,})",
    "(?<=[aeiouyąęó][^aeiouyąęó]*)",
    "(?<!c(?=[hz])|d(?=[zźż])|[rs](?=z))",
    "(?=(?:c[hz]|d[zźż]|[rs]z|[^aeiouyąęó])[aeiouyąęó])",
    "(?=.{3,}$)",
  ].join(""),
  "giu",
);

/** Without soft hyphens and the invisible marks of the panel's preview, of which one counts as space. */
const visible = (text: string) => text.replaceAll(/\p{Cf}/gu, "");

export const visibleLength = (text: string) => visible(text).length;
