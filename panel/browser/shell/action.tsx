import { type ComponentProps, type ReactNode, useState } from "react";
import { useRevalidator } from "react-router";
import { ApiError, errorText } from "../api.ts";
import { withFreshIdentity } from "../passkey.ts";
import { Button, type ButtonProps, ErrorMessage } from "./button.tsx";
import { useFocusFallback } from "./focus.ts";

const refreshing: readonly ApiError["code"][] = ["signed-out", "changed"];

type Action = () => Promise<unknown>;

/** Runs a button's action: one at a time, with a text for its failure, and refreshes the data afterwards. */
export function useAction() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const { revalidate } = useRevalidator();
  const keepFocus = useFocusFallback();

  async function run(action: Action): Promise<void> {
    if (busy) return;
    keepFocus();
    setBusy(true);
    setError(undefined);
    try {
      await withFreshIdentity(action);
      await revalidate();
    } catch (cause) {
      setError(errorText(cause));
      // The shell's loader redirects to sign-in, which returns here. What another device has changed is shown.
      if (cause instanceof ApiError && refreshing.includes(cause.code)) await revalidate();
    } finally {
      setBusy(false);
    }
  }

  return { busy, error, run };
}

interface ActionButtonProps extends Omit<ButtonProps, "onClick"> {
  readonly action: Action;
  readonly working?: string;
}

/** A button with an action of its own, and what went wrong. */
export function ActionButton({
  action,
  working,
  busy: isBlocked = false,
  children,
  ...button
}: ActionButtonProps) {
  const { busy, error, run } = useAction();
  return (
    <>
      <Button {...button} busy={busy || isBlocked} onClick={() => void run(action)}>
        {busy && working ? working : children}
      </Button>
      {error ? <ErrorMessage>{error}</ErrorMessage> : null}
    </>
  );
}

interface ActionFormProps extends Omit<ComponentProps<"form">, "action" | "onSubmit"> {
  readonly action: (typed: FormData) => Promise<unknown>;
  readonly submit: string;
  readonly kind?: ButtonProps["kind"];
  /** Whether something is still missing. */
  readonly disabled?: boolean;
  readonly beside?: ReactNode;
}

/** A form with an action of its own, which gets what was typed. */
export function ActionForm(props: ActionFormProps) {
  const { action, submit, kind, disabled = false, beside, children, ...form } = props;
  const { busy, error, run } = useAction();
  return (
    <form
      {...form}
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        const typed = new FormData(event.currentTarget);
        if (!disabled) void run(() => action(typed));
      }}
    >
      {children}
      <ErrorMessage>{error}</ErrorMessage>
      <div className="actions">
        <Button type="submit" kind={kind} busy={busy || disabled}>
          {submit}
        </Button>
        {beside}
      </div>
    </form>
  );
}
