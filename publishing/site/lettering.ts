/** The letters of one typeface as shapes. The empty key is drawn for letters that it lacks. */
export interface Outlines {
  readonly unitsPerEm: number;
  readonly letters: Readonly<Record<string, { readonly width: number; readonly path: string }>>;
}

/** Turns words into outlines, so that a picture with text needs no font where it is drawn. */
export interface Lettering {
  /** Width of one line in pixels. */
  measure(text: string, size: number): number;
  /** One line as an SVG path; x and y (its baseline) in pixels. */
  path(text: string, size: number, x: number, y: number): string;
  /** Breaks a text into lines that fit `maxWidth` pixels. */
  wrap(text: string, size: number, maxWidth: number): string[];
}

export function createLettering({ unitsPerEm, letters }: Outlines): Lettering {
  const place = (text: string, size: number) => {
    const scale = size / unitsPerEm;
    let x = 0;
    return [...text].map((sign) => {
      const letter = letters[sign] ?? letters[""] ?? { width: 0, path: "" };
      const placed = { letter, scale, x };
      x += letter.width * scale - 0.015 * size;
      return placed;
    });
  };
  const lettering: Lettering = {
    measure: (text, size) => {
      const last = place(text, size).at(-1);
      return last ? last.x + last.letter.width * last.scale : 0;
    },
    path: (text, size, x, y) =>
      place(text, size)
        .map(
          ({ letter, scale, x: dx }) =>
            `<path transform="translate(${x + dx} ${y}) scale(${scale} ${-scale})" d="${letter.path}"/>`,
        )
        .join(""),
    wrap: (text, size, maxWidth) =>
      text.split(" ").reduce<string[]>((lines, word) => {
        const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
        if (lines.length > 0 && lettering.measure(longer, size) <= maxWidth) lines[lines.length - 1] = longer;
        else lines.push(word);
        return lines;
      }, []),
  };
  return lettering;
}
