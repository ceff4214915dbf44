import type { ReactNode } from "react";

interface ActionButtonProps {
  readonly busy: boolean;
  readonly onClick: () => void;
  readonly kind?: "main" | "plain" | "main wide" | "wide" | undefined;
  readonly children: ReactNode;
}

/** Uses `aria-disabled` while busy, because a disabled button would lose the focus. */
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

/** What went wrong with the last action. Screen readers announce it at once. */
export function ErrorMessage({ children }: { readonly children: string | undefined }) {
  return (
    <p role="alert" className={children ? "notice" : "visually-hidden"}>
      {children}
    </p>
  );
}
