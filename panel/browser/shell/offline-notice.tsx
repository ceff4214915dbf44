import { useSyncExternalStore } from "react";

/** Says that there is no connection, and that what is shown may be old. */
export function OfflineNotice() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <p role="status" className="offline">
      {online ? null : "Brak połączenia. Widzisz to, co panel wczytał ostatnio."}
    </p>
  );
}

function subscribe(onChange: () => void): () => void {
  addEventListener("online", onChange);
  addEventListener("offline", onChange);
  return () => {
    removeEventListener("online", onChange);
    removeEventListener("offline", onChange);
  };
}
