import { useState } from "react";
import { saveFile } from "../save-file.ts";
import { Button, StatusMessage } from "../shell/button.tsx";

/** Recovery codes, shown only once: to copy, save or print. */
export function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  const [status, setStatus] = useState("");
  const text = `Kody zapasowe do panelu ${location.host}\nKażdy działa raz, razem z linkiem wysłanym na Twoją pocztę.\n\n${codes.join("\n")}\n`;

  async function copy(): Promise<void> {
    try {
      // Without https there is no clipboard.
      await navigator.clipboard.writeText(text);
      setStatus("Skopiowano. Wklej je tam, gdzie nie zginą razem z telefonem.");
    } catch {
      setStatus("Przeglądarka nie pozwala kopiować. Zapisz plik albo przepisz kody.");
    }
  }

  function download(): void {
    saveFile(new Blob([text], { type: "text/plain" }), "kody-do-panelu.txt");
  }

  return (
    <>
      <ol className="codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <p className="quiet">Każdy kod działa raz. Tej listy nie da się już pokazać; można utworzyć nową.</p>
      <div className="actions">
        <Button onClick={() => print()}>Drukuj</Button>
        <Button onClick={download}>Zapisz plik</Button>
        <Button onClick={() => void copy()}>Kopiuj</Button>
      </div>
      <StatusMessage>{status}</StatusMessage>
    </>
  );
}
