import { useOnline } from "../ui/online.ts";
import { DraftNotice } from "./draft-notice.tsx";

/** Says that there is no connection, and what became of a message. The live region is always in the page, so that screen readers
 * announce what appears in it. */
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
