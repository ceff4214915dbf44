import { useState } from "react";
import { useLocation, useParams } from "react-router";
import { api } from "../api.ts";
import { ActionButton } from "../shell/button.tsx";
import { PrivateLink } from "../shell/private-link.tsx";
import { QrCode } from "../shell/qr-code.tsx";
import { Screen } from "../shell/screen.tsx";

/** The link for an opinion after an appointment, as a QR code or to be copied (C5.1). */
export function Component() {
  const { id = "" } = useParams();
  const { state } = useLocation();
  const [url, setUrl] = useState<string>();
  const make = async () =>
    setUrl((await (await api.appointments[":id"].opinion.$post({ param: { id } })).json()).url);

  return (
    <Screen title="Prośba o opinię" back={state?.back ?? { to: "/dzis", label: "Dziś" }}>
      <p>
        Ta osoba skanuje kod swoim telefonem i pisze opinię u siebie. Przez 60 dni odnośnikiem można napisać
        jedną opinię; potem służy do jej obejrzenia i wycofania.
      </p>
      {url ? (
        <>
          <QrCode url={url} alt="Kod QR z odnośnikiem do opinii" />
          <PrivateLink url={url} />
          <p className="quiet">
            Prośba wysłana SMS-em albo e-mailem to marketing: wyślij odnośnik tylko wtedy, gdy ta osoba
            zgodziła się na takie wiadomości albo o niego prosi.
          </p>
        </>
      ) : (
        <ActionButton kind="main" action={make}>
          Pokaż kod
        </ActionButton>
      )}
    </Screen>
  );
}
