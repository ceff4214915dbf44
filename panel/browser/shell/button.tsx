import type { ComponentProps, MouseEvent, PropsWithChildren } from "react";

export interface ButtonProps extends Omit<ComponentProps<"button">, "className"> {
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

const messageAs = (role: "alert" | "status") => (props: PropsWithChildren) => (
  <p role={role} className={props.children ? "notice" : "visually-hidden"} {...props} />
);

/** The error of the last action. Screen readers announce it at once. */
export const ErrorMessage = messageAs("alert");

/** The result of the last action. Screen readers announce it when they are idle. */
export const StatusMessage = messageAs("status");
