import { contrastRatio } from "../../content-model/contrast.ts";

/** The accent and a darker shade of the same hue for text on white (7:1), as custom properties. */
export function accentCss(accent: string): string {
  return `:root{--accent:${accent};--accent-deep:${readable(accent)}}`;
}

function readable(accent: string): string {
  const channels = [1, 3, 5].map((at) => Number.parseInt(accent.slice(at, at + 2), 16));
  for (let share = 1; share > 0; share -= 0.02) {
    const darker = `#${channels
      .map((channel) =>
        Math.round(channel * share)
          .toString(16)
          .padStart(2, "0"),
      )
      .join("")}`;
    if (contrastRatio(darker, "#ffffff") >= 5.5) return darker;
  }
  return "#000000";
}
