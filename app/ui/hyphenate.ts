const longWord = /\p{L}{14,}/gu;

/**
 * Marks where the long words of a heading may be divided when a line is too narrow for them: browsers know no Polish
 * hyphenation. A division stands before the consonant (or ch, cz, dz, dź, dż, rz, sz) that begins a syllable.
 */
export function hyphenate(heading: string): string {
  return heading.replace(longWord, (word) => word.replace(division, "\u00ad"));
}

const division = new RegExp(
  [
    "(?<=^.{3,})",
    "(?<=[aeiouyąęó][^aeiouyąęó]*)",
    "(?<!c(?=[hz])|d(?=[zźż])|[rs](?=z))",
    "(?=(?:c[hz]|d[zźż]|[rs]z|[^aeiouyąęó])[aeiouyąęó])",
    "(?=.{3,}$)",
  ].join(""),
  "giu",
);
