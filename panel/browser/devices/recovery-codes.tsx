import { useState } from "react";
import { api, explain } from "../api.ts";
import { saveFile } from "../files.ts";
import { ActionButton, Button, type ButtonProps, StatusMessage } from "../shell/button.tsx";

type RecoveryCodesProps = { make: string; kind: ButtonProps["kind"]; hasMail: boolean; onMade: () => void };

/**
 * Makes recovery codes, which replace earlier ones, and shows them once to copy, save or print. `make` is the label of the button that
 * makes them.
 */
export function RecoveryCodes({ make, kind, hasMail, onMade }: RecoveryCodesProps) {
  const [codes, setCodes] = useState<readonly string[]>([]);
  const [status, setStatus] = useState("");
  const text = `Kody zapasowe do panelu ${location.host}/panel\nKażdy działa raz, razem z linkiem wysłanym na Twoją pocztę.\n\n${codes.join("\n")}\n`;

  async function makeCodes(): Promise<void> {
    const made = await api.codes.$post().catch(explain("offline", lost));
    setCodes((await made.json()).codes);
    onMade();
  }

  async function copy(): Promise<void> {
    try {
      // Without https there is no clipboard.
      await navigator.clipboard.writeText(text);
      setStatus("Skopiowano. Wklej je tam, gdzie nie zginą razem z telefonem.");
    } catch {
      setStatus("Przeglądarka nie pozwala kopiować. Zapisz plik albo przepisz kody.");
    }
  }

  return (
    <>
      {hasMail ? null : (
        <p className="notice">
          Kody zadziałają, gdy ustawisz pocztę („Stan”, „Ustawienia”, „Poczta i dane”). Do tego czasu po
          zgubieniu telefonu pomoże tylko nowy link z serwera.
        </p>
      )}
      {codes.length === 0 ? (
        <ActionButton kind={kind} action={makeCodes}>
          {make}
        </ActionButton>
      ) : (
        <>
          <ol className="codes">
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ol>
          <p className="quiet">
            Wpisuje się je pod adresem {location.host}/panel. Każdy kod działa raz. Tej listy nie da się już
            pokazać; można utworzyć nową.
          </p>
          <div className="actions">
            <Button onClick={() => print()}>Drukuj</Button>
            <Button onClick={() => saveFile(new Blob([text]), "kody-do-panelu.txt")}>Zapisz plik</Button>
            <Button onClick={() => void copy()}>Kopiuj</Button>
          </div>
        </>
      )}
      <StatusMessage>{status}</StatusMessage>
    </>
  );
}

const lost =
  "Nie wiadomo, czy nowe kody powstały, bo zerwało się połączenie. Wcześniejsze mogą już nie działać: spróbuj jeszcze raz.";
