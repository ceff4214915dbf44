import { useEffect, useState } from "react";
import { interfaceDefaults } from "./defaults.ts";
import { useHydrated } from "./use-hydrated.ts";

/** Copies a text to the clipboard and confirms it. Disabled if the browser cannot copy. */
export function CopyButton({ text, label, done }: { text: string; label: string; done: string }) {
  const able = useHydrated() && typeof navigator.clipboard?.writeText === "function";
  const [message, setMessage] = useState<{ text: string } | null>(null);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setMessage({ text: done }),
      () => setMessage({ text: "Nie udało się skopiować. Zaznacz i skopiuj ręcznie." }),
    );
  return (
    <>
      <button className="quiet-button" type="button" disabled={!able} onClick={copy}>
        {label}
      </button>
      <Toast message={message} />
    </>
  );
}

const { hideAfterMs } = interfaceDefaults.toast;

interface ToastProps {
  /** Null for no message. A new object shows an equal message again. */
  readonly message: { readonly text: string } | null;
}

/** A short message that disappears after a while, except while it is hovered (B9.1). */
function Toast({ message }: ToastProps) {
  const [hidden, setHidden] = useState<ToastProps["message"]>(null);
  const [hovered, setHovered] = useState(false);
  const shown = message !== null && message !== hidden;
  useEffect(() => {
    if (!shown || hovered) return;
    const timer = setTimeout(() => setHidden(message), hideAfterMs);
    return () => clearTimeout(timer);
  }, [shown, hovered, message]);
  return (
    <div className="toast" role="status">
      {shown && (
        <p onMouseEnter={() => setHovered(true)} onMouseLeave={() => setHovered(false)}>
          {message.text}
        </p>
      )}
    </div>
  );
}
