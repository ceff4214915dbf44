import { useState } from "react";
import { useNavigate } from "react-router";
import { ApiError, api } from "../api.ts";
import { Button, ErrorMessage } from "../shell/button.tsx";
import { Screen } from "../shell/screen.tsx";
import { TextInput } from "../shell/text-input.tsx";
import { useAction } from "../shell/use-action.ts";
import { RecoveryCodeField } from "./recovery-screen.tsx";

/**
 * Where a one-time link leads. The token is in the fragment, which reaches no server and no log. Only a tap spends it, so link
 * previews and scanners do not.
 */
export function Component() {
  const [token] = useState(() => location.hash.slice(1));
  const [needsCode, setNeedsCode] = useState(false);
  const { busy, error, setError, formProps } = useAction();
  const navigate = useNavigate();

  async function enter(typed: FormData): Promise<void> {
    try {
      const code = typed.get("code");
      const deviceName = String(typed.get("device")).trim();
      await api.links.claim.$post({ json: { token, deviceName, ...(code && { code: String(code) }) } });
      // The question about suspended keys comes first, if there are any.
      await navigate("/klucze?dalej=/poczatek", { replace: true });
    } catch (cause) {
      if (!(cause instanceof ApiError) || cause.code !== "refused") throw cause;
      setNeedsCode(true);
      setError(
        "Ten link jest już zużyty albo za stary. Jeśli przyszedł na Twoją pocztę, wpisz kod zapasowy, którym o niego prosisz.",
      );
    }
  }

  return (
    <Screen alone title="Twój panel">
      <p>
        Tu czytasz zapytania ze strony i zapisujesz, co dalej. Nazwij to urządzenie, żeby odróżnić je od
        innych.
      </p>
      <form {...formProps(enter)} className="stack">
        <TextInput
          id="device"
          label="Nazwa urządzenia"
          name="device"
          defaultValue={guessDeviceName()}
          maxLength={60}
          autoComplete="off"
          required
        />
        {needsCode ? <RecoveryCodeField /> : null}
        <ErrorMessage>{error}</ErrorMessage>
        <Button type="submit" kind="main wide" busy={busy}>
          Otwórz panel
        </Button>
      </form>
    </Screen>
  );
}

/** A default name that the owner can change. */
function guessDeviceName(): string {
  const names = ["iPhone", "iPad", "Android", "Mac", "Windows", "Linux"];
  return names.find((name) => navigator.userAgent.includes(name)) ?? "To urządzenie";
}
