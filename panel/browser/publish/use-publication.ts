import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { api, CallError, wordsFor } from "../api.ts";
import { refreshUnpublished } from "./unpublished.ts";

type State = Awaited<ReturnType<typeof readState>>;

const pauseMs = 200;
/** The server looks for a new release four times a second. */
const longestUnseen = 25;

async function readState() {
  return (await api.publish.state.$get()).json();
}

/** A publication from the tap to what visitors see; it goes on without this screen, and without a connection. */
export function usePublication(isRunning: boolean) {
  const [state, setState] = useState<State>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(isRunning);
  const { revalidate } = useRevalidator();

  async function run(start: () => Promise<unknown>): Promise<void> {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    setState(undefined);
    try {
      await start();
      await follow();
    } catch (error) {
      // Another device was faster: what it publishes is shown here, too.
      if (error instanceof CallError && error.code === "busy") await follow();
      else setProblem(wordsFor(error));
    } finally {
      setBusy(false);
    }
  }

  async function follow(): Promise<void> {
    for (let unseen = 0; unseen < longestUnseen; ) {
      const next = await readState().catch(() => undefined);
      if (next) setState(next);
      if (next?.kind === "ended") {
        if (next.end.kind !== "published" || next.isVisible) break;
        unseen += 1;
      }
      if (next?.kind === "idle") break;
      await new Promise((done) => setTimeout(done, pauseMs));
    }
    await Promise.all([refreshUnpublished(), revalidate()]);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only what went on when the screen came
  useEffect(() => {
    if (isRunning) void follow().finally(() => setBusy(false));
  }, []);

  return { state, problem, busy, run };
}

export type Publication = ReturnType<typeof usePublication>;
