import { type FormEvent, useState } from "react";
import { api, wordsFor } from "../api.ts";
import { Problem } from "../shell/action-button.tsx";
import { Screen } from "../shell/screen.tsx";
import { RecoveryCodeField } from "./recovery-code-field.tsx";

/** A lost phone: a code from the paper, then the link that comes to the mailbox. */
export function Component() {
  const [code, setCode] = useState("");
  const [state, setState] = useState<"typing" | "sending" | "sent">("typing");
  const [problem, setProblem] = useState<string>();

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (state === "sending") return;
    setState("sending");
    setProblem(undefined);
    try {
      await api.recovery.$post({ json: { code } });
      setState("sent");
    } catch (error) {
      setProblem(wordsFor(error));
      setState("typing");
    }
  }

  if (state === "sent") {
    return (
      <Screen alone title="Sprawdź pocztę">
        <p>Link jest już wysłany na adres, na który przychodzą zapytania. Działa przez 30 minut.</p>
        <p>Otwórz go na tym telefonie i wpisz ten sam kod jeszcze raz.</p>
      </Screen>
    );
  }
  return (
    <Screen alone title="Powrót do panelu" back={{ to: "/wejscie", label: "Wejście" }}>
      <p>
        Masz inne urządzenie, które wchodzi do panelu? Otwórz na nim „Stan”, potem „Urządzenia i kody”, i
        dodaj ten telefon.
      </p>
      <p>Jeśli nie, przygotuj kartkę z kodami zapasowymi.</p>
      <form onSubmit={(event) => void send(event)} className="stack">
        <RecoveryCodeField value={code} onChange={setCode} />
        <Problem>{problem}</Problem>
        <button type="submit" className="button main wide" aria-disabled={state === "sending"}>
          Wyślij link na moją pocztę
        </button>
      </form>
      <p className="quiet">
        Nie ma telefonu ani kodów? Nowy link do panelu tworzy się na serwerze poleceniem{" "}
        <code>npm run panel -- link</code>.
      </p>
    </Screen>
  );
}
