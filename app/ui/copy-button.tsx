import { useEffect, useState } from "react";
import { interfaceDefaults } from "./defaults.ts";
import { useHydrated } from "./use-hydrated.ts";

const { hideAfterMs } = interfaceDefaults.toast;

/**
 * Copies a text to the clipboard and confirms it in a toast, which disappears after a while, except while it is hovered (B9.1).
 * Disabled if the browser cannot copy.
 */
export function CopyButton({ text, label, done }: { text: string; label: string; done: string }) {
  const able = useHydrated() && typeof navigator.clipboard?.writeText === "function";
  // A new object shows an equal message again.
  const [message, setMessage] = useState<{ text: string } | null>(null);
  const [hovered, setHovered] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setMessage({ text: done }),
      () => setMessage({ text: "Nie udało się skopiować. Zaznacz i skopiuj ręcznie." }),
    );
  useEffect(() => {
    if (!message || hovered) return;
    const timer = setTimeout(() => setMessage(null), hideAfterMs);
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
            {message.text}
          </p>
        )}
      </div>
    </>
  );
}
