import { useEffect, useState } from "react";
import { api } from "../api.ts";
import { NotificationSwitch } from "../devices/notification-switch.tsx";
import { RecoveryCodes } from "../devices/recovery-codes.tsx";
import { addPasskey, withFreshIdentity } from "../passkey.ts";
import { Button, ErrorMessage } from "../shell/button.tsx";
import { focusHeading } from "../shell/focus.ts";
import { Screen } from "../shell/screen.tsx";
import { useAction } from "../shell/use-action.ts";
import { KeptKeys, type SuspendedKeys } from "./kept-keys-screen.tsx";
import { RestoreStep } from "./restore-step.tsx";
import { readRestore } from "./send-backup.ts";

/** What the link was, and the keys that it has suspended. */
export interface Entered {
  readonly purpose: "setup" | "device" | "recovery";
  readonly suspended: SuspendedKeys;
}

interface OnboardingProps extends Entered {
  readonly deviceName: string;
  readonly onDone: () => void;
}

type Step = "keys" | "passkey" | "restore" | "codes" | "home-screen" | "notifications";

/**
 * Asks which old keys stay, then sets up a passkey, recovery codes, the home screen and notifications, each of which can be skipped. A
 * device that another one let in gets no codes, because new ones would replace those on the owner's paper.
 */
export function Onboarding({ purpose, suspended, deviceName, onDone }: OnboardingProps) {
  const isGuest = purpose === "device";
  const afterPasskey = isGuest ? "home-screen" : "codes";
  // Browsers allow passkeys only with https.
  const afterKeys = isSecureContext ? "passkey" : afterPasskey;
  const [step, setStep] = useState<Step>(suspended.length > 0 ? "keys" : afterKeys);
  const [codes, setCodes] = useState<readonly string[]>();
  const { busy, error, setError, buttonProps } = useAction(withFreshIdentity);
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
    setStep(afterPasskey);
  }

  async function makeCodes(): Promise<void> {
    setCodes((await (await api.codes.$post()).json()).codes);
  }

  if (step === "keys") return <KeptKeys keys={suspended} onDone={() => setStep(afterKeys)} />;
  if (step === "restore") return <RestoreStep onBack={() => setStep("passkey")} onDone={onDone} />;
  if (step === "passkey") {
    return (
      <Screen alone title="Wchodź odciskiem palca">
        <p>
          Utwórz klucz na tym urządzeniu. Następnym razem wystarczy odcisk palca, twarz albo kod telefonu.
          Hasła nie ma.
        </p>
        {isGuest ? (
          <p>
            Najpierw potwierdź, że to Ty, kluczem innego urządzenia: przeglądarka zaproponuje użycie telefonu.
          </p>
        ) : null}
        <Button kind="main wide" {...buttonProps(makePasskey)}>
          Utwórz klucz
        </Button>
        <ErrorMessage>{error}</ErrorMessage>
        <div className="actions">
          <Button kind="plain" busy={busy} onClick={() => setStep(afterPasskey)}>
            Później
          </Button>
          {isRestoreOffered ? (
            <Button kind="plain" busy={busy} onClick={() => setStep("restore")}>
              Mam kopię
            </Button>
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
          <Button kind="main wide" {...buttonProps(makeCodes)}>
            Pokaż kody
          </Button>
        )}
        <ErrorMessage>{error}</ErrorMessage>
        <Button kind={codes ? "main wide" : "plain"} busy={busy} onClick={() => setStep("home-screen")}>
          {codes ? "Kody są bezpieczne, dalej" : "Później"}
        </Button>
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
        <Button kind="main wide" busy={busy} onClick={() => setStep("notifications")}>
          Dalej
        </Button>
      </Screen>
    );
  }
  return (
    <Screen alone title="Powiadomienia">
      <p>Telefon da znać o nowym zapytaniu. Na ekranie blokady nie będzie widać, kto pisze ani o co pyta.</p>
      <NotificationSwitch first />
      <Button kind="wide" busy={busy} onClick={onDone}>
        Przejdź do zapytań
      </Button>
    </Screen>
  );
}
