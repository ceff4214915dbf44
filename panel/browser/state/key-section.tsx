import { useState } from "react";
import { api } from "../api.ts";
import { createKey, decrypt, recipientOf } from "../backup-key/backup-key.ts";
import { KeyInput } from "../backup-key/key-input.tsx";
import { formatDate } from "../format.ts";
import { saveFile } from "../save-file.ts";
import { Button, ErrorMessage, StatusMessage } from "../shell/button.tsx";
import { useAction } from "../shell/use-action.ts";

type KeySectionProps = { readonly current: { recipient: string; provenAt: string } | undefined };

/** Makes the owner's key, has it saved, and has it proven by opening a test file; again after half a year. */
export function KeySection({ current }: KeySectionProps) {
  const [created, setCreated] = useState<string>();
  const [status, setStatus] = useState("");
  const { busy, error, setError, run, buttonProps } = useAction();

  async function prove(key: string | undefined): Promise<void> {
    setStatus("");
    const expected = created === undefined ? current?.recipient : await recipientOf(created);
    const recipient = key && (await recipientOf(key).catch(() => undefined));
    if (!key || !recipient || (expected !== undefined && recipient !== expected))
      return setError("To nie ten klucz albo jest w nim literówka.");
    const { file } = await (await api.backups.challenge.$post({ json: { recipient } })).json();
    const bytes = Uint8Array.from(atob(file), (character) => character.charCodeAt(0));
    const answer = await (await decrypt(new Blob([bytes]), key)).text();
    await api.backups.key.$post({ json: { recipient, answer } });
    setCreated(undefined);
    setStatus("Klucz działa: otworzył plik próbny.");
  }

  return (
    <section className="section">
      <h2>Klucz do wysłanych kopii</h2>
      <p>
        {current
          ? `Sprawdzony ${formatDate(current.provenAt)}. Co pół roku panel pyta, czy dalej go masz: wybierz plik z kluczem, a panel otworzy nim plik próbny.`
          : "Powstaje w tej przeglądarce i zostaje u Ciebie. Bez niego nikt nie otworzy kopii. Jeśli masz już klucz z innego serwera, po prostu go wybierz."}
      </p>
      {created ? (
        <NewKey created={created} />
      ) : (
        <div className="actions">
          <Button {...buttonProps(async () => setCreated(await createKey()))}>
            {current ? "Utwórz nowy klucz" : "Utwórz klucz"}
          </Button>
        </div>
      )}
      <KeyInput busy={busy} onKey={(key) => void run(() => prove(key))} />
      <StatusMessage>{status}</StatusMessage>
      <ErrorMessage>{error}</ErrorMessage>
    </section>
  );
}

function NewKey({ created }: { readonly created: string }) {
  const text = `Klucz do kopii strony ${location.host}\nBez niego kopii nie otworzy nikt. Trzymaj go w dwóch miejscach, poza serwerem.\n\n${created}\n`;
  const save = () => saveFile(new Blob([text], { type: "text/plain" }), "klucz-do-kopii.txt");
  return (
    <>
      <p>
        Zapisz plik albo wydrukuj tę stronę i schowaj w dwóch miejscach. Potem wybierz zapisany plik: klucz
        zacznie działać, gdy otworzy plik próbny. Starsze kopie dalej otwiera poprzedni.
      </p>
      <p className="codes">
        {created.match(/.{1,16}/g)?.map((part) => (
          <span key={part}>{part}</span>
        ))}
      </p>
      <div className="actions">
        <Button onClick={save}>Zapisz plik</Button>
        <Button onClick={() => print()}>Drukuj</Button>
      </div>
    </>
  );
}
