import type { ChangeEvent } from "react";
import { TextInput } from "./inputs.tsx";

/** The owner's key to encrypted backups, as `age` writes it. It never leaves the browser; its library is loaded when it is needed. */
const age = () => import("age-encryption");

/** The key in the text of its file, or as typed from paper; undefined if there is none. */
function keyIn(text: string): string | undefined {
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

/** `onKey`: with undefined for a file without a key. */
type KeyInputProps = { readonly busy: boolean; readonly onKey: (key: string | undefined) => void };

/** Takes the key to encrypted backups from its file, or as soon as it is typed whole. */
export function KeyInput({ busy, onKey }: KeyInputProps) {
  async function choose({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const text = await target.files?.[0]?.slice(0, 10_000).text();
    // Allows choosing the same file again.
    target.value = "";
    if (text !== undefined) onKey(keyIn(text));
  }

  return (
    <>
      <label className="button wide over" aria-disabled={busy}>
        Wybierz plik z kluczem
        <input type="file" accept=".txt" onChange={(event) => void choose(event)} disabled={busy} />
      </label>
      <TextInput
        label="Albo przepisz klucz z kartki"
        help="Zaczyna się od AGE-SECRET-KEY-1. Po ostatnim znaku panel sam go sprawdzi."
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => keyIn(target.value) && onKey(keyIn(target.value))}
      />
    </>
  );
}
