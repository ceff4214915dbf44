import { useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { ApiError, api, explain, oneKey } from "../api.ts";
import { ActionForm } from "../shell/button.tsx";
import { TextInput } from "../shell/inputs.tsx";
import { Screen } from "../shell/screen.tsx";
import { RecoveryCodeField } from "./recovery-screen.tsx";

/** The target of a one-time link. Its token is in the fragment, so no log has it; only a tap uses it up, not a link preview. */
export function Component() {
  const token = useLocation().hash.slice(1);
  const [refused, setRefused] = useState<string>();
  /** A second tap after a lost response repeats the same call. */
  const [headers] = useState(oneKey);
  const navigate = useNavigate();

  async function enter(typed: FormData): Promise<void> {
    const code = typed.get("code")?.toString();
    const json = { token, deviceName: String(typed.get("device")).trim(), code };
    await api.links.claim.$post({ json }, { headers }).catch((cause) => {
      if (cause instanceof ApiError && cause.code === "refused") setRefused(token);
      return explain("refused", refusal)(cause);
    });
    // The question about suspended keys comes first, if there are any.
    await navigate("/klucze?dalej=/poczatek", { replace: true });
  }

  return (
    <Screen title="Twój panel">
      <p>
        Tu czytasz zapytania ze strony i zapisujesz, co dalej. Nazwij to urządzenie, żeby odróżnić je od
        innych.
      </p>
      <ActionForm key={token} action={enter} submit="Otwórz panel" kind="main wide">
        <TextInput
          label="Nazwa urządzenia"
          name="device"
          defaultValue={guessDeviceName()}
          maxLength={60}
          autoComplete="off"
          required
        />
        {refused === token ? <RecoveryCodeField /> : null}
      </ActionForm>
      {refused === token ? (
        <Link className="button plain" to="/wejscie">
          Przejdź do panelu
        </Link>
      ) : null}
    </Screen>
  );
}

const refusal =
  "Jeśli ten link przyszedł na Twoją pocztę, wpisz też kod zapasowy, ten sam co przy prośbie o link. Jeśli nie przyszedł pocztą albo kod się zgadza, link jest już zużyty albo za stary: wejdź kluczem albo poproś o nowy.";

function guessDeviceName(): string {
  const names = ["iPhone", "iPad", "Android", "Mac", "Windows", "Linux"];
  return names.find((name) => navigator.userAgent.includes(name)) ?? "To urządzenie";
}
