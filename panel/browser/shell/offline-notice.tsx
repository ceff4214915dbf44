import { useOnline } from "../../../app/ui/online.ts";

/** Says that there is no connection, and that what is shown may be old. */
export function OfflineNotice() {
  const isOnline = useOnline();
  return (
    <p role="status" className="offline">
      {isOnline ? null : "Brak połączenia. Widzisz to, co panel wczytał ostatnio."}
    </p>
  );
}
