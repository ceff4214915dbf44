import { useState } from "react";
import { saveFile } from "../save-file.ts";

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
      <div className="actions no-print">
        <button type="button" className="button" onClick={() => print()}>
          Drukuj
        </button>
        <button type="button" className="button" onClick={download}>
          Zapisz plik
        </button>
        <button type="button" className="button" onClick={() => void copy()}>
          Kopiuj
        </button>
      </div>
      <p role="status" className={status ? "notice" : "visually-hidden"}>
        {status}
      </p>
    </>
  );
}
