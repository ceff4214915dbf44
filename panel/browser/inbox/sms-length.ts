/** The GSM 03.38 alphabet. Anything else, such as "ł", makes the whole SMS UCS-2 with less than half the room. */
const basic = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
/** These count as two characters. */
const extended = new Set("\f^{}\\[~]|€");

/** How many parts a text takes: a single part holds 160 characters (70 outside the GSM alphabet), each of several 153 (67). */
export function smsLength(text: string): { parts: number; isPlain: boolean } {
  const characters = [...text];
  const isPlain = characters.every((one) => basic.has(one) || extended.has(one));
  const sizes = characters.map((one) => (isPlain ? (basic.has(one) ? 1 : 2) : one.length));
  const [single, each] = isPlain ? [160, 153] : [70, 67];
  if (sizes.reduce((sum, size) => sum + size, 0) <= single) return { parts: 1, isPlain };
  let parts = 1;
  let used = 0;
  for (const size of sizes) {
    // No character is divided between two parts.
    if (used + size > each) {
      parts += 1;
      used = 0;
    }
    used += size;
  }
  return { parts, isPlain };
}
