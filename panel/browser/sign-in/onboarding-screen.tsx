import { useEffect, useState } from "react";
import { Link, useLoaderData } from "react-router";
import { api } from "../api.ts";
import { NotificationSwitch } from "../devices/notification-switch.tsx";
import { CodesNeedMail, RecoveryCodes } from "../devices/recovery-codes.tsx";
import { addPasskey } from "../passkey.ts";
import { redirectToSignIn } from "../session.ts";
import { Button, ErrorMessage } from "../shell/button.tsx";
import { focusHeading } from "../shell/focus.ts";
import { Screen } from "../shell/screen.tsx";
import { useAction } from "../shell/use-action.ts";

export async function loader({ request }: { request: Request }) {
  const [me, restore, settings] = await Promise.all([
    api.me.$get(),
    api.restore.$get(),
    api.settings.$get(),
  ]).catch((error) => redirectToSignIn(error, request));
  return {
    ...(await me.json()),
    isRestoreOffered: (await restore.json()).isOffered,
    hasMail: (await settings.json()).host !== "",
  };
}

type Step = "passkey" | "codes" | "home-screen" | "notifications";

/**
 * What follows the first sign-in by a link: a passkey, recovery codes, the home screen and notifications, each of which can be skipped. A
 * device that another one let in gets no codes, because new ones would replace those on the owner's paper.
 */
export function Component() {
  const { deviceName, isGuest, isRestoreOffered, hasMail, inPreparation } = useLoaderData<typeof loader>();
  const afterPasskey = isGuest ? "home-screen" : "codes";
  // Browsers allow passkeys only with https.
  const [step, setStep] = useState<Step>(isSecureContext ? "passkey" : afterPasskey);
  const [codes, setCodes] = useState<readonly string[]>();
  const { busy, error, setError, buttonProps } = useAction();

  // biome-ignore lint/correctness/useExhaustiveDependencies: each step is a new screen
  useEffect(focusHeading, [step]);

  async function makePasskey(): Promise<void> {
    const result = await addPasskey(deviceName);
    if (result === "cancelled")
      return setError("Klucz nie powstał. Spróbuj jeszcze raz albo wróć do tego później.");
    setStep(afterPasskey);
  }

  async function makeCodes(): Promise<void> {
    setCodes((await (await api.codes.$post()).json()).codes);
  }

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
            <Link className="button plain" to="/mam-kopie">
              Mam kopię
            </Link>
          ) : null}
        </div>
      </Screen>
    );
  }
  if (step === "codes") {
    return (
      <Screen alone title="Kody na czarną godzinę">
        <p>
          Każdy kod, razem z linkiem z Twojej poczty, otworzy panel, gdy zgubisz telefon. Trzymaj kody na
          papierze, z dala od telefonu.
        </p>
        <CodesNeedMail hasMail={hasMail} />
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
      {inPreparation ? (
        <Link className="button main wide" to="/pytania">
          Teraz Twoja strona
        </Link>
      ) : null}
      <Link className="button wide" to="/">
        Przejdź do panelu
      </Link>
    </Screen>
  );
}
