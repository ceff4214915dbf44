import { referenceAlphabet as alphabet } from "./reference-format.ts";

/** A new reference such as `7K3M-9QXR`, made of 40 random bits. */
export function createReference(randomBytes: (count: number) => Uint8Array): string {
  const signs = Array.from(randomBytes(8), (byte) => alphabet[byte % alphabet.length]);
  return `${signs.slice(0, 4).join("")}-${signs.slice(4).join("")}`;
}

/** Reads a reference as people type it: any case, with or without the dash, O for 0 and I or L for 1. */
export function parseReference(typed: string): string {
  const signs = typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
  return `${signs.slice(0, 4)}-${signs.slice(4)}`;
}
