/** Crockford's alphabet: no letter that can be mistaken for a digit on the phone or on paper. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Whether a text is a reference in its exact form, such as `7K3M-9QXR`. */
export function isReference(text: string): boolean {
  return new RegExp(`^[${alphabet}]{4}-[${alphabet}]{4}$`).test(text);
}

/** A new reference such as `7K3M-9QXR`, from 40 random bits. */
export function createReference(randomBytes: (count: number) => Uint8Array): string {
  const characters = Array.from(randomBytes(8), (byte) => alphabet[byte % alphabet.length]);
  return `${characters.slice(0, 4).join("")}-${characters.slice(4).join("")}`;
}

/** Normalises a reference as people type it: in any case, with or without the dash, with O for 0 and I or L for 1. */
export function parseReference(typed: string): string {
  const characters = typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
  return `${characters.slice(0, 4)}-${characters.slice(4)}`;
}
