import { useEffect, useState } from "react";
import { interfaceDefaults } from "./defaults.ts";

const { hideAfterMs } = interfaceDefaults.toast;

interface ToastProps {
  /** The message, or null for none; a new object shows it again. */
  readonly message: { readonly text: string } | null;
}

/** A short message that disappears after a while, except while it is hovered (B9.1). */
export function Toast({ message }: ToastProps) {
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
