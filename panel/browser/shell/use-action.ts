import { useState } from "react";
import { useRevalidator } from "react-router";
import { ApiError, errorText } from "../api.ts";
import { withFreshIdentity } from "../passkey.ts";
import { useFocusFallback } from "./focus.ts";

const refreshing: readonly ApiError["code"][] = ["signed-out", "changed"];

export type Action = () => Promise<unknown>;

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
