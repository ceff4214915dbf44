import { useState } from "react";
import { saveFile } from "../save-file.ts";
import { Button, StatusMessage } from "../shell/button.tsx";

/** Without a mail server no link reaches the owner, so a code alone opens nothing. */
export function CodesNeedMail({ hasMail }: { readonly hasMail: boolean }) {
  if (hasMail) return null;
  return (
    <p className="notice">
      Zadziałają, gdy ustawisz pocztę („Ustawienia”, „Poczta i dane”). Do tego czasu po zgubieniu telefonu
      pomoże tylko nowy link z serwera.
    </p>
  );
}

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
