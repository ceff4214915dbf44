import { useState } from "react";
import { ApiError, api } from "../api.ts";
import { Button, ErrorMessage } from "../shell/button.tsx";
import { Screen } from "../shell/screen.tsx";
import { TextInput } from "../shell/text-input.tsx";
import { useAction } from "../shell/use-action.ts";

/** For a lost phone: asks for a recovery code, then sends a link to the owner's mailbox. */
export function Component() {
  const [isSent, setSent] = useState(false);
  const { busy, error, setError, formProps } = useAction();

  async function send(typed: FormData): Promise<void> {
    try {
      await api.recovery.$post({ json: { code: String(typed.get("code")) } });
      setSent(true);
    } catch (cause) {
      if (!(cause instanceof ApiError) || cause.code !== "refused") throw cause;
      setError("Ten kod nie pasuje. Przepisz go jeszcze raz z kartki; każdy działa tylko raz.");
    }
  }

  if (isSent) {
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
        Masz inne urządzenie, które wchodzi do panelu? Otwórz na nim „Ustawienia”, potem „Urządzenia i kody”,
        i dodaj ten telefon.
      </p>
      <p>Jeśli nie, przygotuj kartkę z kodami zapasowymi.</p>
      <form {...formProps(send)} className="stack">
        <RecoveryCodeField />
        <ErrorMessage>{error}</ErrorMessage>
        <Button type="submit" kind="main wide" busy={busy}>
          Wyślij link na moją pocztę
        </Button>
      </form>
      <p className="quiet">
        Nie masz ani telefonu, ani kodów? Nowy link do panelu tworzy się na serwerze poleceniem{" "}
        <code>npm run panel -- link</code>.
      </p>
    </Screen>
  );
}

/** A recovery code. The server ignores case and separators. */
export function RecoveryCodeField() {
  return (
    <TextInput
      id="code"
      name="code"
      label="Kod zapasowy"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      placeholder="XXXX-XXXX-XXXX-XXXX"
      required
    />
  );
}
