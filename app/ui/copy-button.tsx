import { useState } from "react";
import { Toast } from "./toast.tsx";
import { useHydrated } from "./use-hydrated.ts";

/** Copies a text to the clipboard and says so; hidden if the browser cannot do it. */
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
