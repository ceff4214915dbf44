import type { ChangeEvent } from "react";
import { TextInput } from "./inputs.tsx";

/** The library for the owner's key to encrypted backups, loaded on demand. The key never leaves the browser. */
const age = () => import("age-encryption");

function keyIn(text: string): string | undefined {
  return /AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}/.exec(text.toUpperCase().replaceAll(/\s/g, ""))?.[0];
}

export const createKey = async () => (await age()).generateX25519Identity();

/** Derives the public key; throws if a character is wrong. */
export const recipientOf = async (key: string) => (await age()).identityToRecipient(key);

/** Decrypts a file; throws if the key does not fit or the file is damaged. */
export async function decrypt(file: Blob, key: string): Promise<Blob> {
  const { Decrypter } = await age();
  const decrypter = new Decrypter();
  decrypter.addIdentity(key);
  return new Response(await decrypter.decrypt(file.stream())).blob();
}

/** `onKey` gets undefined for a file without a key. */
type KeyInputProps = { readonly busy: boolean; readonly onKey: (key: string | undefined) => void };

/** Reads the key to encrypted backups from a file, or from an input once it is complete. */
export function KeyInput({ busy, onKey }: KeyInputProps) {
  async function choose({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const text = await target.files?.[0]?.slice(0, 10_000).text();
    // Allows choosing the same file again.
    target.value = "";
    if (text !== undefined && !busy) onKey(keyIn(text));
  }

  const check = (text: string) => keyIn(text) && onKey(keyIn(text));

  return (
    <>
      <label className="button wide over" aria-disabled={busy}>
        Wybierz plik z kluczem
        <input type="file" accept=".txt" onChange={(event) => void choose(event)} aria-disabled={busy} />
      </label>
      <TextInput
        label="Albo przepisz klucz z kartki"
        help="Zaczyna się od AGE-SECRET-KEY-1. Po ostatnim znaku panel sam go sprawdzi, a po klawiszu Enter jeszcze raz."
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => check(target.value)}
        onKeyDown={({ key, currentTarget }) => key === "Enter" && check(currentTarget.value)}
      />
    </>
  );
}
