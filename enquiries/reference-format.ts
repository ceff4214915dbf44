/** Crockford's alphabet: no letter that is read as a digit over the phone or on paper. */
export const referenceAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Whether a text is a reference exactly as it is written, such as `7K3M-9QXR`. */
export function isReference(text: string): boolean {
  return new RegExp(`^[${referenceAlphabet}]{4}-[${referenceAlphabet}]{4}$`).test(text);
}
