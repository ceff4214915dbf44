import { useEffect, useState } from "react";
import { api } from "../api.ts";
import { NotificationSwitch } from "../devices/notification-switch.tsx";
import { RecoveryCodes } from "../devices/recovery-codes.tsx";
import { addPasskey } from "../passkey.ts";
import { ActionButton, ErrorMessage } from "../shell/action-button.tsx";
import { focusHeading } from "../shell/focus.ts";
import { Screen } from "../shell/screen.tsx";
import { useAction } from "../shell/use-action.ts";
import { RestoreStep } from "./restore-step.tsx";
import { readRestore } from "./send-backup.ts";

interface OnboardingProps {
  readonly deviceName: string;
  readonly onDone: () => void;
}

type Step = "passkey" | "restore" | "codes" | "home-screen" | "notifications";

/** Sets up a passkey, recovery codes, the home screen and notifications. Each step can be skipped. */
export function Onboarding({ deviceName, onDone }: OnboardingProps) {
  const [step, setStep] = useState<Step>("passkey");
  const [codes, setCodes] = useState<readonly string[]>();
  const { busy, error, setError, buttonProps } = useAction();
  const [isRestoreOffered, setIsRestoreOffered] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each step is a new screen
  useEffect(focusHeading, [step]);
  useEffect(() => {
    // If this fails, the restore is not offered.
    readRestore().then(
      ({ isOffered }) => setIsRestoreOffered(isOffered),
      () => {},
    );
  }, []);

  async function makePasskey(): Promise<void> {
    const result = await addPasskey(deviceName);
    if (result === "cancelled")
      return setError("Klucz nie powstał. Spróbuj jeszcze raz albo wróć do tego później.");
    setStep("codes");
  }

  async function makeCodes(): Promise<void> {
    setCodes((await (await api.codes.$post()).json()).codes);
  }

  if (step === "restore") return <RestoreStep onBack={() => setStep("passkey")} onDone={onDone} />;
  if (step === "passkey") {
    return (
      <Screen alone title="Wchodź odciskiem palca">
        <p>
          Utwórz klucz na tym urządzeniu. Następnym razem wystarczy odcisk palca, twarz albo kod telefonu.
          Hasła nie ma.
        </p>
        <ActionButton kind="main wide" {...buttonProps(makePasskey)}>
          Utwórz klucz
        </ActionButton>
        <ErrorMessage>{error}</ErrorMessage>
        <div className="actions">
          <ActionButton kind="plain" busy={busy} onClick={() => setStep("codes")}>
            Później
          </ActionButton>
          {isRestoreOffered ? (
            <ActionButton kind="plain" busy={busy} onClick={() => setStep("restore")}>
              Mam kopię
            </ActionButton>
          ) : null}
        </div>
      </Screen>
    );
  }
  if (step === "codes") {
    return (
      <Screen alone title="Kody na czarną godzinę">
        <p>Dziesięć kodów otworzy panel, gdy zgubisz telefon. Trzymaj je na papierze, z dala od telefonu.</p>
        {codes ? (
          <RecoveryCodes codes={codes} />
        ) : (
          <ActionButton kind="main wide" {...buttonProps(makeCodes)}>
            Pokaż kody
          </ActionButton>
        )}
        <ErrorMessage>{error}</ErrorMessage>
        <ActionButton kind={codes ? "main wide" : "plain"} busy={busy} onClick={() => setStep("home-screen")}>
          {codes ? "Kody są bezpieczne, dalej" : "Później"}
        </ActionButton>
      </Screen>
    );
  }
  if (step === "home-screen") {
    return (
      <Screen alone title="Panel jak aplikacja">
        <p>Dodaj panel do ekranu początkowego. Otworzy się wtedy jednym dotknięciem.</p>
        <ul className="rows">
          <li className="row">
            <p>
              <strong>iPhone:</strong> w Safari „Udostępnij”, potem „Do ekranu początkowego”. Otwórz panel z
              ikony i wejdź jeszcze raz: na iPhonie powiadomienia działają tylko tam.
            </p>
          </li>
          <li className="row">
            <p>
              <strong>Android:</strong> w menu Chrome „Dodaj do ekranu głównego”.
            </p>
          </li>
        </ul>
        <ActionButton kind="main wide" busy={busy} onClick={() => setStep("notifications")}>
          Dalej
        </ActionButton>
      </Screen>
    );
  }
  return (
    <Screen alone title="Powiadomienia">
      <p>Telefon da znać o nowym zapytaniu. Na ekranie blokady nie będzie widać, kto pisze ani o co pyta.</p>
      <NotificationSwitch first />
      <ActionButton kind="wide" busy={busy} onClick={onDone}>
        Przejdź do zapytań
      </ActionButton>
    </Screen>
  );
}
