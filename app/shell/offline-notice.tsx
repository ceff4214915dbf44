import { useOnline } from "../ui/online.ts";
import { DraftNotice } from "./draft-notice.tsx";

/** Reports a lost connection and the fate of a message. The live region is always present, so that screen readers announce its text (B5.1). */
export function OfflineNotice() {
  const online = useOnline();
  return (
    <div className="offline-notice" role="status">
      {!online && (
        <p className="wrap">
          Nie masz teraz połączenia z internetem. Otwarte strony działają dalej, a niewysłana wiadomość
          poczeka w tej przeglądarce.
        </p>
      )}
      <DraftNotice />
    </div>
  );
}
