import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { ApiError, errorText, oneKey } from "../api.ts";
import { withFreshIdentity } from "../passkey.ts";

export interface ButtonProps extends Omit<ComponentProps<"button">, "className"> {
  /** Uses `aria-disabled`, because a disabled button would lose the focus. */
  readonly busy?: boolean;
  readonly kind?: "main" | "plain" | "main wide" | "wide" | "quiet" | undefined;
}

export function Button({ busy = false, kind, type = "button", onClick, ...others }: ButtonProps) {
  const className = kind === "quiet" ? "quiet-button" : `button ${kind ?? ""}`;
  const click = busy ? undefined : onClick;
  return <button {...others} type={type} className={className} aria-disabled={busy} onClick={click} />;
}

const messageAs = (role: "alert" | "status") => (props: ComponentProps<"p">) => (
  <p role={role} className={props.children ? "notice" : "visually-hidden"} {...props} />
);

/** The error of the last action. Screen readers announce it at once. */
export const ErrorMessage = messageAs("alert");

/** The result of the last action. Screen readers announce it when they are idle. */
export const StatusMessage = messageAs("status");

type Action = () => Promise<unknown>;

/** Runs one action at a time, explains its failure, and refreshes the data afterwards. */
export function useAction() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const { revalidate } = useRevalidator();

  async function run(action: Action): Promise<void> {
    if (busy) return;
    setBusy(true);
    setError(undefined);
    try {
      await withFreshIdentity(action);
      await revalidate();
    } catch (cause) {
      setError(errorText(cause));
      // Without a session the shell's loader redirects to sign-in. Otherwise shows the changes of another device.
      if (cause instanceof ApiError && ["signed-out", "changed"].includes(cause.code)) await revalidate();
    } finally {
      setBusy(false);
    }
  }

  return { busy, error, run };
}

export type CallOptions = { readonly headers: ReturnType<typeof oneKey> };

export interface Done {
  readonly text: string;
  /** Every tap gets the same options, so that one after a lost response repeats the same call. */
  readonly undo: (options: CallOptions) => Promise<unknown>;
  /** Left out: it can be taken back as long as it is shown. */
  readonly undoMs?: number;
  /** What remains to be told once it can no longer be taken back. */
  readonly later?: string | undefined;
  /** Offered beside the undo. */
  readonly next?: ReactNode;
}

/** Tells what was done last, with a button that takes it back. */
export function useUndo() {
  const [done, setOffered] = useState<Done & { readonly options: CallOptions }>();
  const setDone = (next?: Done) => setOffered(next && { ...next, options: { headers: oneKey() } });
  const [over, setOver] = useState<Done>();
  const { busy, error, run } = useAction();
  const { state, revalidate } = useRevalidator();
  const takeBack = ({ undo, options }: NonNullable<typeof done>) =>
    void run(() => undo(options).then(() => setDone()));
  useEffect(() => {
    if (!done?.undoMs) return;
    const timer = setTimeout(() => {
      setOver(done);
      // Also shows what became of the e-mail.
      void revalidate();
    }, done.undoMs);
    return () => clearTimeout(timer);
  }, [done, revalidate]);
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef<Done | string>(undefined);
  useEffect(() => {
    const latest = error ?? done;
    // The same error is shown again after another tap.
    if (busy && typeof shown.current === "string") shown.current = done;
    // Once, and with the new data: what is above may have become shorter.
    if (busy || state !== "idle" || latest === shown.current) return;
    shown.current = latest;
    if (latest) place.current?.scrollIntoView({ block: "nearest" });
  }, [busy, state, done, error]);
  const told = done && (done !== over || done.later);
  const outcome = (
    <div className={error || told ? "outcome notice" : "visually-hidden"} ref={place}>
      <p role="alert">{error}</p>
      <p role="status">
        {told ? (
          <>
            {done === over ? done.later : done.text}{" "}
            {done === over ? null : (
              <Button kind="plain" busy={busy} onClick={() => takeBack(done)}>
                Cofnij
              </Button>
            )}{" "}
            {done.next}
          </>
        ) : null}
      </p>
    </div>
  );
  return { busy, run, setDone, outcome };
}

interface ActionButtonProps extends Omit<ButtonProps, "onClick"> {
  readonly action: Action;
  readonly working?: string;
}

export function ActionButton(props: ActionButtonProps) {
  const { action, working, busy: isBlocked = false, children, ...button } = props;
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
  /** Whether required input is missing. */
  readonly disabled?: boolean;
  readonly beside?: ReactNode;
}

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
