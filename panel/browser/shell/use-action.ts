import { useState } from "react";
import { useRevalidator } from "react-router";
import { ApiError, errorText } from "../api.ts";
import { useFocusFallback } from "./focus.ts";

type Action = () => Promise<unknown>;

/**
 * Runs what a button does: one at a time, with its failure in words, and shows afterwards what is on the server. What the server
 * may want a passkey for runs by `withFreshIdentity`.
 */
export function useAction(by = (action: Action): Promise<unknown> => action()) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { revalidate } = useRevalidator();
  const keepFocus = useFocusFallback();

  async function run(action: Action): Promise<void> {
    if (busy) return;
    keepFocus();
    setBusy(true);
    setProblem(undefined);
    try {
      await by(action);
      await revalidate();
    } catch (error) {
      setProblem(errorText(error));
      // The shell's loader redirects to sign-in, which returns here.
      if (error instanceof ApiError && error.code === "signed-out") await revalidate();
    } finally {
      setBusy(false);
    }
  }

  /** The properties of an `ActionButton`. */
  const buttonProps = (action: Action) => ({ busy, onClick: () => void run(action) });

  return { busy, problem, setProblem, run, buttonProps };
}
