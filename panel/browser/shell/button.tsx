import type { ComponentProps, MouseEvent, PropsWithChildren } from "react";

interface ButtonProps extends Omit<ComponentProps<"button">, "className"> {
  /** Uses `aria-disabled`, because a disabled button would lose the focus. */
  readonly busy?: boolean;
  readonly kind?: "main" | "plain" | "main wide" | "wide" | "quiet" | undefined;
}

export function Button({ busy = false, kind, type = "button", onClick, ...others }: ButtonProps) {
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (!busy) onClick?.(event);
  };
  const className = kind === "quiet" ? "quiet-button" : `button ${kind ?? ""}`;
  return <button {...others} type={type} className={className} aria-disabled={busy} onClick={click} />;
}

/** What went wrong with the last action. Screen readers announce it at once. */
export function ErrorMessage({ children }: PropsWithChildren) {
  return (
    <p role="alert" className={children ? "notice" : "visually-hidden"}>
      {children}
    </p>
  );
}

/** What the last action has done. Screen readers announce it when they are silent. */
export function StatusMessage({ children }: PropsWithChildren) {
  return (
    <p role="status" className={children ? "notice" : "visually-hidden"}>
      {children}
    </p>
  );
}
