import { useEffect, useState } from "react";
import { interfaceDefaults } from "./defaults.ts";

const { hideAfterMs: defaultMs, minimumMs } = interfaceDefaults.toast;

interface ToastProps {
  /** What to say; null says nothing. A new object says it anew. */
  readonly message: { readonly text: string } | null;
  readonly hideAfterMs?: number;
}

/** A short message that goes away by itself, but not while it is hovered or focused. */
export function Toast({ message, hideAfterMs = defaultMs }: ToastProps) {
  const [hidden, setHidden] = useState<ToastProps["message"]>(null);
  const [held, setHeld] = useState(false);
  const shown = message !== null && message !== hidden;
  useEffect(() => {
    if (!shown || held) return;
    const timer = setTimeout(() => setHidden(message), Math.max(minimumMs, hideAfterMs));
    return () => clearTimeout(timer);
  }, [shown, held, message, hideAfterMs]);
  return (
    <div className="toast" role="status">
      {shown && (
        <p
          onMouseEnter={() => setHeld(true)}
          onMouseLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
        >
          {message.text}
        </p>
      )}
    </div>
  );
}
