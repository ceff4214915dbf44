import { useOnline } from "./online.ts";

/** Says calmly that there is no connection; the live region stands in the page from the start, so that it is read out. */
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
    </div>
  );
}
