import { useState } from "react";
import { useRevalidator } from "react-router";
import { wordsFor } from "../api.ts";

/** Runs what a button does: one at a time, with its failure in words, and shows afterwards what is on the server. */
export function useAction() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { revalidate } = useRevalidator();

  async function run(action: () => Promise<unknown>): Promise<void> {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await action();
      await revalidate();
    } catch (error) {
      setProblem(wordsFor(error));
    } finally {
      setBusy(false);
    }
  }

  return { busy, problem, run };
}
