import { useOnline } from "./online.ts";
import { WaitingMessage } from "./waiting-message.tsx";

/** Says calmly that there is no connection, and what became of a message that waited for one; the live region stands in the page from the start, so that it is read out. */
export function OfflineNotice() {
  const online = useOnline();
  return (
    <div className="offline-notice" role="status">
      {!online && (
        <p className="wrap">
          Nie masz teraz połączenia z internetem. Otwarte strony działają dalej, a wiadomość z formularza
          poczeka na zasięg.
        </p>
      )}
      <WaitingMessage />
    </div>
  );
}
