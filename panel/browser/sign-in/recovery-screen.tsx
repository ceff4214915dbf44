import { useState } from "react";
import { api, explain } from "../api.ts";
import { ActionForm } from "../shell/button.tsx";
import { TextInput } from "../shell/inputs.tsx";
import { Screen } from "../shell/screen.tsx";

/** For a lost phone: asks for a recovery code, then sends a link to the owner's mailbox. */
export function Component() {
  const [isSent, setSent] = useState(false);

  async function send(typed: FormData): Promise<void> {
    const text = "Ten kod nie pasuje. Przepisz go jeszcze raz z kartki; każdy działa tylko raz.";
    await api.recovery.$post({ json: { code: String(typed.get("code")) } }).catch(explain("refused", text));
    setSent(true);
  }

  if (isSent) {
    return (
      <Screen title="Sprawdź pocztę">
        <p>Link jest już wysłany na adres, na który przychodzą zapytania. Działa przez 30 minut.</p>
        <p>Otwórz go na tym telefonie i wpisz ten sam kod jeszcze raz.</p>
      </Screen>
    );
  }
  return (
    <Screen title="Powrót do panelu" back={{ to: "/wejscie", label: "Wejście" }}>
      <p>
        Masz inne urządzenie, które wchodzi do panelu? Otwórz na nim „Stan”, „Ustawienia”, „Urządzenia i kody”
        i dodaj ten telefon.
      </p>
      <p>Jeśli nie, przygotuj kartkę z kodami zapasowymi.</p>
      <ActionForm action={send} submit="Wyślij link na moją pocztę" kind="main wide">
        <RecoveryCodeField />
      </ActionForm>
      <p className="quiet">
        Nie masz ani telefonu, ani kodów? Poproś o nowy link osobę, która opiekuje się serwerem. Tworzy go
        polecenie <code>npm run panel</code> <code>-- link</code>.
      </p>
    </Screen>
  );
}

/** A recovery code. The server ignores case and separators. */
export function RecoveryCodeField() {
  return (
    <TextInput
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
