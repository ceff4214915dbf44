import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { ApiError, api, errorText } from "../api.ts";
import { useFocusFallback } from "../shell/focus.ts";
import { refreshUnpublished } from "./unpublished.ts";

type State = Awaited<ReturnType<typeof readState>>;

type End = Extract<State, { kind: "ended" }>["end"];

/** What a publication did, in words for the owner. */
type Outcome = "Opublikowano" | "Cofnięto publikację" | "Przywrócono tę wersję";

const pauseMs = 200;
/** The server looks for a new release four times a second. */
const maxUnseenPolls = 25;

async function readState() {
  return (await api.publish.state.$get()).json();
}

/** Whether a publication is running, which a screen that loads then follows. */
export async function isPublishing(): Promise<boolean> {
  return (await readState()).kind === "running";
}

/** Follows a publication until visitors see it. The publication itself needs neither this screen nor a connection. */
export function usePublication(isRunning: boolean) {
  const [state, setState] = useState<State>();
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(isRunning);
  const [outcome, setOutcome] = useState<Outcome>("Opublikowano");
  const { revalidate } = useRevalidator();
  const keepFocus = useFocusFallback();

  /** Returns how it ended, if known. */
  async function run(
    start: () => Promise<unknown>,
    wanted: Outcome = "Opublikowano",
  ): Promise<End | undefined> {
    if (busy) return undefined;
    keepFocus();
    setBusy(true);
    setOutcome("Opublikowano");
    setError(undefined);
    setState(undefined);
    try {
      await start();
      setOutcome(wanted);
      return await poll();
    } catch (cause) {
      // Another device is publishing already: follow that publication.
      if (cause instanceof ApiError && cause.code === "busy") return await poll();
      setError(errorText(cause));
      return undefined;
    } finally {
      setBusy(false);
    }
  }

  /** Publishes the content of an earlier version. */
  function restore(name: string, wanted: Exclude<Outcome, "Opublikowano">): Promise<End | undefined> {
    return run(() => api.history[":name"].restore.$post({ param: { name } }), wanted);
  }

  async function poll(): Promise<End | undefined> {
    let end: End | undefined;
    for (let unseen = 0; unseen < maxUnseenPolls; ) {
      const next = await readState().catch(() => undefined);
      if (next) setState(next);
      if (next?.kind === "ended") {
        end = next.end;
        if (next.end.kind !== "published" || next.isVisible) break;
        unseen += 1;
      }
      if (next?.kind === "idle") break;
      await new Promise((done) => setTimeout(done, pauseMs));
    }
    await refreshUnpublished();
    // A withdrawn photograph has no screen any more.
    if (end?.kind !== "withdrawn") await revalidate();
    return end;
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a publication that runs when the screen loads
  useEffect(() => {
    if (isRunning) void poll().finally(() => setBusy(false));
  }, []);

  const isDone = !busy && state?.kind === "ended" && state.end.kind === "published";
  return { state, error, busy, isDone, outcome, run, restore };
}

export type Publication = ReturnType<typeof usePublication>;
