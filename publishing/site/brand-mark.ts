import type { ClientFiles } from "../../app/payload-types.ts";

const ink = "#101113";

/** The brand where there is no room for text: the owner's logo, else a weight plate in the accent's colour. */
export interface BrandMark {
  readonly type: "svg" | "png";
  readonly bytes: Buffer;
}

export function plateMark(accent = ink): BrandMark {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">` +
    `<circle cx="16" cy="16" r="12.5" fill="none" stroke="${ink}" stroke-width="7"/>` +
    `<circle cx="16" cy="16" r="4.5" fill="${accent}"/></svg>`;
  return { type: "svg", bytes: Buffer.from(svg) };
}

/** The mark for header and footer. */
export const headerMark = "header-mark.png";

/** The picture made from the owner's SVG logo. */
export const drawnLogo = "logo.png";

export function linkedIcons(mark: Pick<BrandMark, "type">): ClientFiles["icons"] {
  return [
    { href: "/favicon.ico", sizes: "32x32" },
    mark.type === "svg"
      ? { href: "/favicon.svg", type: "image/svg+xml" }
      : { href: "/icon-192.png", type: "image/png", sizes: "192x192" },
  ];
}
