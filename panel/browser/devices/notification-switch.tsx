import { useEffect, useState } from "react";
import { ApiError, api } from "../api.ts";
import { ActionButton, ErrorMessage } from "../shell/action-button.tsx";
import { useAction } from "../shell/use-action.ts";
import { canNotify, isNotified, turnOff, turnOn } from "./notifications.ts";

type State = "checking" | "on" | "off" | "unsupported";

const refusals = {
  denied: "Przeglądarka nie pozwala na powiadomienia. Zgodę zmienisz w jej ustawieniach.",
  "no-push":
    "Ta przeglądarka nie przyjmuje powiadomień, na przykład w oknie prywatnym. Zapytania przychodzą też e-mailem.",
};

/** Turns notifications on and off for this device, and sends a test. `first` makes turning them on the main action. */
export function NotificationSwitch({ first = false }: { readonly first?: boolean }) {
  const [state, setState] = useState<State>(canNotify() ? "checking" : "unsupported");
  const [isTestSent, setIsTestSent] = useState(false);
  const { error, setError, buttonProps } = useAction();

  useEffect(() => {
    if (!canNotify()) return;
    const known = isNotified().catch(() => false);
    void known.then((on) => setState(on ? "on" : "off"));
  }, []);

  async function switchOn(): Promise<void> {
    const result = await turnOn();
    if (result === "on") setState("on");
    else setError(refusals[result]);
  }

  async function switchOff(): Promise<void> {
    await turnOff();
    setState("off");
    setIsTestSent(false);
  }

  async function sendTest(): Promise<void> {
    setIsTestSent(false);
    try {
      await api.push.test.$post();
      setIsTestSent(true);
    } catch (cause) {
      if (!(cause instanceof ApiError) || cause.code !== "refused") throw cause;
      setError("Powiadomienie nie dotarło. Wyłącz powiadomienia i włącz je jeszcze raz.");
    }
  }

  if (state === "checking") return null;
  if (state === "unsupported")
    return (
      <p className="notice">
        {isSecureContext
          ? "Ta przeglądarka nie obsługuje powiadomień."
          : "Powiadomienia działają tylko na stronie z https."}{" "}
        Zapytania przychodzą e-mailem.
      </p>
    );
  return (
    <>
      <div className="actions">
        {state === "on" ? (
          <>
            <ActionButton {...buttonProps(sendTest)}>Wyślij próbne</ActionButton>
            <ActionButton kind="plain" {...buttonProps(switchOff)}>
              Wyłącz powiadomienia
            </ActionButton>
          </>
        ) : (
          <ActionButton kind={first ? "main wide" : undefined} {...buttonProps(switchOn)}>
            Włącz powiadomienia
          </ActionButton>
        )}
      </div>
      <p role="status" className={isTestSent ? "notice" : "visually-hidden"}>
        {isTestSent ? "Wysłane. Powiadomienie powinno przyjść w kilka sekund." : ""}
      </p>
      <ErrorMessage>{error}</ErrorMessage>
    </>
  );
}
