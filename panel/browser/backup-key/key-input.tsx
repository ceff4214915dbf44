import type { ChangeEvent } from "react";
import { TextInput } from "../shell/text-input.tsx";
import { keyIn } from "./backup-key.ts";

interface KeyInputProps {
  readonly busy: boolean;
  /** Undefined for a file without a key. */
  readonly onKey: (key: string | undefined) => void;
}

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
        id="typed-key"
        label="Albo przepisz klucz z kartki"
        help="Zaczyna się od AGE-SECRET-KEY-1. Po ostatnim znaku panel sam go sprawdzi."
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => keyIn(target.value) && onKey(keyIn(target.value))}
      />
    </>
  );
}
