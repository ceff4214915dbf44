import { useOnline } from "../../../app/ui/online.ts";

/** Says that the panel is offline and may show old data. */
export function OfflineNotice() {
  const isOnline = useOnline();
  return (
    <p role="status" className="offline">
      {isOnline ? null : "Brak połączenia. Widzisz to, co panel wczytał ostatnio."}
    </p>
  );
}
