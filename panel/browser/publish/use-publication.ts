import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { ApiError, api } from "../api.ts";
import { useAction } from "../shell/use-action.ts";
import { refreshUnpublished } from "./unpublished.ts";

type State = Awaited<ReturnType<typeof readState>>;

/** What a publication did, in words for the owner. */
type Outcome = "Opublikowano" | "Cofnięto publikację" | "Przywrócono tę wersję";

const pauseMs = 200;
/** The server looks for a new release four times a second. */
const maxUnseenPolls = 25;

async function readState() {
  return (await api.publish.state.$get()).json();
}

/**
 * Publishes, and follows a publication until visitors see it, also one that runs already. The publication itself needs neither
 * this screen nor a connection.
 */
export function usePublication() {
  const [state, setState] = useState<State>();
  const [outcome, setOutcome] = useState<Outcome>("Opublikowano");
  const navigate = useNavigate();
  const { busy, error, run: act } = useAction();

  function run(start: () => Promise<unknown>, wanted: Outcome = "Opublikowano"): Promise<void> {
    return act(async () => {
      setOutcome("Opublikowano");
      setState(undefined);
      try {
        await start();
        setOutcome(wanted);
      } catch (cause) {
        // Another device is publishing already: follow that publication.
        if (!(cause instanceof ApiError && cause.code === "busy")) throw cause;
      }
      const latest = await poll();
      // A withdrawn photograph has no screen any more.
      if (latest?.kind === "ended" && latest.end.kind === "withdrawn") await navigate("/zdjecia");
    });
  }

  /** Publishes the content of an earlier version. */
  function restore(name: string, wanted: Exclude<Outcome, "Opublikowano">): Promise<void> {
    return run(() => api.history[":name"].restore.$post({ param: { name } }), wanted);
  }

  async function poll(): Promise<State | undefined> {
    let latest: State | undefined;
    for (let unseen = 0; unseen < maxUnseenPolls; ) {
      latest = await readState().catch(() => latest);
      setState(latest);
      if (latest?.kind === "idle") break;
      if (latest?.kind === "ended") {
        if (latest.end.kind !== "published" || latest.isVisible) break;
        unseen += 1;
      }
      await new Promise((done) => setTimeout(done, pauseMs));
    }
    await refreshUnpublished();
    return latest;
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a publication that runs when the screen loads
  useEffect(() => {
    readState()
      .then(({ kind }) => (kind === "running" ? act(poll) : undefined))
      .catch(() => {});
  }, []);

  const isDone = !busy && state?.kind === "ended" && state.end.kind === "published";
  return { state, error, busy, isDone, outcome, run, restore };
}

export type Publication = ReturnType<typeof usePublication>;
