import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { api, CallError, wordsFor } from "../api.ts";
import { ActionButton, Problem } from "../shell/action-button.tsx";
import { canNotify, isNotified, turnOff, turnOn } from "./notifications.ts";

type State = "asking" | "on" | "off" | "impossible";

const refusals = {
  on: undefined,
  denied: "Przeglądarka nie pozwala na powiadomienia. Zgodę zmienisz w jej ustawieniach.",
  "no-push":
    "Ta przeglądarka nie przyjmuje powiadomień, na przykład w oknie prywatnym. Zapytania przychodzą też e-mailem.",
};

/** Turns notifications on and off for this device, and sends a trial one. `first` where turning them on is what to do next. */
export function NotificationSwitch({ first = false }: { readonly first?: boolean }) {
  const [state, setState] = useState<State>(canNotify() ? "asking" : "impossible");
  const [busy, setBusy] = useState(false);
  const [told, setTold] = useState<string>();
  const { revalidate } = useRevalidator();

  useEffect(() => {
    if (canNotify())
      isNotified().then(
        (on) => setState(on ? "on" : "off"),
        () => setState("off"),
      );
  }, []);

  async function run(action: () => Promise<string | undefined>): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      setTold(await action());
    } catch (error) {
      setTold(wordsFor(error));
    } finally {
      setBusy(false);
    }
  }

  async function switchOn(): Promise<string | undefined> {
    const result = await turnOn();
    if (result === "on") setState("on");
    return refusals[result];
  }

  async function switchOff(): Promise<undefined> {
    await turnOff();
    setState("off");
  }

  async function tryOut(): Promise<string> {
    try {
      await api.push.test.$post();
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== "refused") throw error;
      return "Powiadomienie nie dotarło. Wyłącz powiadomienia i włącz je jeszcze raz.";
    }
    await revalidate();
    return "Wysłane. Powiadomienie powinno przyjść w kilka sekund.";
  }

  if (state === "asking") return null;
  if (state === "impossible")
    return (
      <p className="notice">Ta przeglądarka nie obsługuje powiadomień. Zapytania przychodzą e-mailem.</p>
    );
  return (
    <>
      <div className="actions">
        {state === "on" ? (
          <>
            <ActionButton busy={busy} onClick={() => void run(tryOut)}>
              Wyślij próbne
            </ActionButton>
            <ActionButton kind="plain" busy={busy} onClick={() => void run(switchOff)}>
              Wyłącz powiadomienia
            </ActionButton>
          </>
        ) : (
          <ActionButton kind={first ? "main wide" : undefined} busy={busy} onClick={() => void run(switchOn)}>
            Włącz powiadomienia
          </ActionButton>
        )}
      </div>
      <Problem>{told}</Problem>
    </>
  );
}
