import { useState } from "react";
import { useRevalidator } from "react-router";
import { CallError, wordsFor } from "../api.ts";
import { useKeptFocus } from "./focus.ts";

/** Runs what a button does: one at a time, with its failure in words, and shows afterwards what is on the server. */
export function useAction() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { revalidate } = useRevalidator();
  const keepFocus = useKeptFocus();

  async function run(action: () => Promise<unknown>): Promise<void> {
    if (busy) return;
    keepFocus();
    setBusy(true);
    setProblem(undefined);
    try {
      await action();
      await revalidate();
    } catch (error) {
      setProblem(wordsFor(error));
      // The shell's loader leads to the door, and back here afterwards.
      if (error instanceof CallError && error.code === "signed-out") await revalidate();
    } finally {
      setBusy(false);
    }
  }

  return { busy, problem, setProblem, run };
}
