/** The owner's key to encrypted backups, as `age` writes it. It never leaves the browser; its library is loaded when it is needed. */
const age = () => import("age-encryption");

/** The key in the text of its file, or as typed from paper; undefined if there is none. */
export function keyIn(text: string): string | undefined {
  return /AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}/.exec(text.toUpperCase().replaceAll(/\s/g, ""))?.[0];
}

export const createKey = async () => (await age()).generateX25519Identity();

/** The half of the key that may be known; throws if a character is wrong. */
export const recipientOf = async (key: string) => (await age()).identityToRecipient(key);

/** What an encrypted file holds; throws if the key does not fit or the file is damaged. */
export async function decrypt(file: Blob, key: string): Promise<Blob> {
  const { Decrypter } = await age();
  const decrypter = new Decrypter();
  decrypter.addIdentity(key);
  return new Response(await decrypter.decrypt(file.stream())).blob();
}
