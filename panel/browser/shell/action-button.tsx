import type { ReactNode } from "react";

interface ActionButtonProps {
  readonly busy: boolean;
  readonly onClick: () => void;
  readonly kind?: "main" | "plain" | "main wide" | "wide" | undefined;
  readonly children: ReactNode;
}

/** A button that stays focused while its work goes on: a disabled one would lose the keyboard's place. */
export function ActionButton({ busy, onClick, kind, children }: ActionButtonProps) {
  return (
    <button
      type="button"
      className={kind ? `button ${kind}` : "button"}
      aria-disabled={busy}
      onClick={() => {
        if (!busy) onClick();
      }}
    >
      {children}
    </button>
  );
}

/** What went wrong with the last action, where the eye is; screen readers hear it at once. */
export function Problem({ children }: { readonly children: string | undefined }) {
  return (
    <p role="alert" className={children ? "notice" : "visually-hidden"}>
      {children}
    </p>
  );
}
