/** The glyph outlines of one typeface. The empty key is the fallback for missing glyphs. */
export interface Outlines {
  readonly unitsPerEm: number;
  readonly letters: Readonly<Record<string, { readonly width: number; readonly path: string }>>;
}

export type Lettering = ReturnType<typeof createLettering>;

/** Turns text into outlines, so drawing it needs no installed font. Sizes and positions are in pixels. */
export function createLettering({ unitsPerEm, letters }: Outlines) {
  function place(text: string, size: number) {
    const scale = size / unitsPerEm;
    let x = 0;
    return [...text].map((sign) => {
      const letter = letters[sign] ?? letters[""] ?? { width: 0, path: "" };
      const placed = { letter, scale, x };
      x += letter.width * scale - 0.015 * size;
      return placed;
    });
  }

  /** The width of one line. */
  function measure(text: string, size: number): number {
    const last = place(text, size).at(-1);
    return last ? last.x + last.letter.width * last.scale : 0;
  }

  /** One line as an SVG path; y is its baseline. */
  function path(text: string, size: number, x: number, y: number): string {
    const paths = place(text, size).map(
      ({ letter, scale, x: dx }) =>
        `<path transform="translate(${x + dx} ${y}) scale(${scale} ${-scale})" d="${letter.path}"/>`,
    );
    return paths.join("");
  }

  /** Breaks a text into lines that fit. */
  function wrap(text: string, size: number, maxWidth: number): string[] {
    const lines: string[] = [];
    for (const word of text.split(" ")) {
      const longer = `${lines.at(-1)} ${word}`;
      if (lines.length > 0 && measure(longer, size) <= maxWidth) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines;
  }

  return { measure, path, wrap };
}
