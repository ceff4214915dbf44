import { useEffect, useState } from "react";
import { interfaceDefaults } from "./defaults.ts";
import { useHydrated } from "./use-hydrated.ts";

/**
 * Copies a text to the clipboard and confirms it in a toast, which disappears after a while, except while it is hovered (B9.1).
 * Disabled if the browser cannot copy.
 */
export function CopyButton({ text, label, done }: { text: string; label: string; done: string }) {
  const able = useHydrated() && typeof navigator.clipboard?.writeText === "function";
  const [message, setMessage] = useState("");
  const [hovered, setHovered] = useState(false);
  function copy(): void {
    // Emptied, so that the same words are announced again.
    setMessage("");
    navigator.clipboard.writeText(text).then(
      () => setMessage(done),
      () => setMessage("Nie udało się skopiować. Zaznacz i skopiuj ręcznie."),
    );
  }
  useEffect(() => {
    if (!message || hovered) return;
    const timer = setTimeout(() => setMessage(""), interfaceDefaults.toast.hideAfterMs);
    return () => clearTimeout(timer);
  }, [message, hovered]);
  return (
    <>
      <button className="quiet-button" type="button" disabled={!able} onClick={copy}>
        {label}
      </button>
      <div className="toast" role="status">
        {message && (
          <p onMouseEnter={() => setHovered(true)} onMouseLeave={() => setHovered(false)}>
            {message}
          </p>
        )}
      </div>
    </>
  );
}
