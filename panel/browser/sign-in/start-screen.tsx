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
  const [deviceName, setDeviceName] = useState(guessDeviceName);
  const [code, setCode] = useState("");
  const [needsCode, setNeedsCode] = useState(false);
  const { busy, error, setError, formProps } = useAction();
  const navigate = useNavigate();

  async function enter(): Promise<void> {
    try {
      const json = { token, deviceName: deviceName.trim(), ...(needsCode ? { code } : {}) };
      await api.links.claim.$post({ json });
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
          value={deviceName}
          onChange={({ target }) => setDeviceName(target.value)}
          maxLength={60}
          autoComplete="off"
          required
        />
        {needsCode ? (
          <RecoveryCodeField value={code} onChange={({ target }) => setCode(target.value)} />
        ) : null}
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
