import { useEffect, useState } from "react";
import { Link, useLoaderData } from "react-router";
import { api, UserFacingError } from "../api.ts";
import { NotificationSwitch } from "../devices/notification-switch.tsx";
import { RecoveryCodes } from "../devices/recovery-codes.tsx";
import { addPasskey } from "../passkey.ts";
import { ActionButton, Button } from "../shell/button.tsx";
import { focusHeading } from "../shell/focus.ts";
import { Row, Screen } from "../shell/screen.tsx";
import { reasons } from "./sign-in-screen.tsx";

export async function loader() {
  const [me, restore, devices] = await Promise.all([api.me.$get(), api.restore.$get(), api.devices.$get()]);
  const { unusedCodes } = await devices.json();
  return { ...(await me.json()), isRestoreOffered: (await restore.json()).isOffered, unusedCodes };
}

type Step = "passkey" | "codes" | "home-screen" | "notifications";

/**
 * The steps after the first sign-in by a link: passkey, recovery codes, home screen and notifications. Each can be skipped. A device that
 * another device has added gets no codes, because new ones would invalidate those on paper.
 */
export function Component() {
  const loaded = useLoaderData<typeof loader>();
  const { deviceName, isGuest, isRestoreOffered, hasMail, inPreparation, noPasskeys, unusedCodes } = loaded;
  const afterPasskey = isGuest ? "home-screen" : "codes";
  // Browsers allow passkeys only with https.
  const [step, setStep] = useState<Step>(isSecureContext ? "passkey" : afterPasskey);
  const [hasCodes, setHasCodes] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each step is a new screen
  useEffect(focusHeading, [step]);

  async function makePasskey(): Promise<void> {
    if (!(await addPasskey(deviceName)))
      throw new UserFacingError("Klucz nie powstał. Spróbuj jeszcze raz albo wróć do tego później.");
    setStep(afterPasskey);
  }

  if (step === "passkey") {
    return (
      <Screen title="Wchodź bez hasła">
        {noPasskeys ? (
          <p className="notice">{reasons[noPasskeys]}</p>
        ) : (
          <>
            <p>
              Utwórz klucz na tym urządzeniu. Następnym razem wystarczy odcisk palca, twarz albo kod telefonu.
            </p>
            {isGuest ? (
              <p>
                Najpierw potwierdź, że to Ty, kluczem innego urządzenia: przeglądarka zaproponuje użycie
                telefonu.
              </p>
            ) : null}
            <ActionButton kind="main wide" action={makePasskey}>
              Utwórz klucz
            </ActionButton>
          </>
        )}
        <div className="actions">
          <Button kind="plain" onClick={() => setStep(afterPasskey)}>
            Później
          </Button>
          {isRestoreOffered && !isGuest ? (
            <Link className="button plain" to="/mam-kopie">
              Mam kopię
            </Link>
          ) : null}
        </div>
      </Screen>
    );
  }
  if (step === "codes") {
    const hasOld = unusedCodes > 0 && !hasCodes;
    return (
      <Screen title="Kody zapasowe">
        <p>
          Każdy kod, razem z linkiem z Twojej poczty, otworzy panel, gdy zgubisz telefon. Trzymaj kody na
          papierze, z dala od telefonu.
        </p>
        <RecoveryCodes
          make={hasOld ? "Utwórz nowe w miejsce starych" : "Pokaż kody"}
          kind={hasOld ? "wide" : "main wide"}
          hasMail={hasMail}
          onMade={() => setHasCodes(true)}
        />
        <Button kind={hasCodes || hasOld ? "main wide" : "plain"} onClick={() => setStep("home-screen")}>
          {hasCodes ? "Kody są bezpieczne, dalej" : hasOld ? "Mam je na papierze, dalej" : "Później"}
        </Button>
      </Screen>
    );
  }
  if (step === "home-screen") {
    return (
      <Screen title="Panel jak aplikacja">
        <p>Dodaj panel do ekranu początkowego. Otworzy się wtedy jednym dotknięciem.</p>
        <ul className="rows">
          <Row about="Otwórz panel z ikony i wejdź jeszcze raz: na iPhonie powiadomienia działają tylko tam.">
            <strong>iPhone:</strong> w Safari „Udostępnij”, potem „Do ekranu początkowego”.
          </Row>
          <Row>
            <strong>Android:</strong> w menu Chrome „Dodaj do ekranu głównego”.
          </Row>
        </ul>
        <Button kind="main wide" onClick={() => setStep("notifications")}>
          Dalej
        </Button>
      </Screen>
    );
  }
  return (
    <Screen title="Powiadomienia">
      <p>Telefon da znać o nowym zapytaniu. Na ekranie blokady nie będzie widać, kto pisze ani o co pyta.</p>
      <NotificationSwitch first />
      {inPreparation ? (
        <Link className="button main wide" to="/pytania">
          Odpowiedz na siedem pytań o stronę
        </Link>
      ) : null}
      <Link className="button wide" to="/">
        Przejdź do panelu
      </Link>
    </Screen>
  );
}
