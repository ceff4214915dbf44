import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { ApiError, api, pause, UserFacingError } from "../api.ts";
import { retryUntilAnswered } from "../files.ts";
import { Button, ErrorMessage, useAction } from "../shell/button.tsx";
import { PlaceList } from "./place-list.tsx";
import { refreshUnpublished } from "./unpublished.ts";

type State = Awaited<ReturnType<typeof readState>>;
type Action = Exclude<State, { kind: "idle" }>["action"];

const restartedText = "Program uruchomił się w tym czasie ponownie. Sprawdź stronę i spróbuj jeszcze raz.";

const readState = async () => (await api.publish.state.$get()).json();

/**
 * Starts a publication, or finds a running one, and polls it until visitors see the result. The publication goes on without this
 * screen and without a connection. `current` is the release that is shown, `undo` the one that an undo restores.
 */
export function usePublication({ current, undo }: { current?: string | null; undo?: string | null } = {}) {
  const [state, setState] = useState<State>();
  const navigate = useNavigate();
  const { busy, error, run: act } = useAction();

  function run(start: () => Promise<unknown>, action?: Action): Promise<void> {
    const { href } = location;
    return act(async () => {
      setState(undefined);
      try {
        await start();
      } catch (cause) {
        // Another device does the like already: follow its publication.
        const latest = cause instanceof ApiError && cause.code === "busy" && (await readState());
        if (!latest || latest.kind === "idle" || latest.action !== action) throw cause;
      }
      const latest = await poll();
      if (latest.kind === "idle") throw new UserFacingError(restartedText);
      // The screen of a withdrawn photograph, if it is still open, no longer has one.
      const isWithdrawn = latest.kind === "ended" && latest.end.kind === "withdrawn";
      if (isWithdrawn && location.href === href) await navigate("/zdjecia");
    });
  }

  /** Publishes the unpublished changes if they are still exactly those. */
  const publish = (texts: string) => void run(() => api.publish.$post({ query: { texts } }), "published");

  /** Publishes the content of an earlier release in place of the one that is shown as `current`. */
  const restore = (name: string) => {
    const query = current ? { over: current } : {};
    return void run(() => api.history[":name"].restore.$post({ param: { name }, query }), "restored");
  };
  const undoLast = undo ? () => restore(undo) : undefined;

  async function poll(): Promise<State> {
    for (;;) {
      const latest = await retryUntilAnswered(readState);
      setState(latest);
      if (latest.kind !== "running") {
        await refreshUnpublished();
        return latest;
      }
      await pause(200);
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a publication that runs when the screen loads
  useEffect(() => {
    readState()
      .then(({ kind }) => (kind === "running" ? act(poll) : undefined))
      .catch(() => {});
  }, []);

  const ended = !busy && state?.kind === "ended" ? state : undefined;
  const isDone = ended?.end.kind === "published";
  return { state, error, busy, ended, isDone, run, publish, restore, undoLast };
}

/** Shows the current step of a publication, then its result with a link to the site and a button that undoes it. */
export function PublicationProgress({ publication }: { publication: ReturnType<typeof usePublication> }) {
  const { state, ended, isDone, error, busy, undoLast } = publication;
  const end = ended?.end;
  const outcome = ended?.action === "restored" ? "Przywrócono wcześniejszą wersję" : "Opublikowano";
  return (
    <>
      <p role="status" className={busy ? "progress" : isDone ? "verdict" : "visually-hidden"}>
        {busy ? progressOf(state) : null}
        {isDone
          ? `${outcome}. ${ended?.isVisible ? "Tak wygląda teraz strona." : "Strona pokaże to za chwilę."}`
          : null}
      </p>
      <ErrorMessage>{error ?? (end && failureOf(end))}</ErrorMessage>
      {end?.kind === "invalid" ? <PlaceList places={ended?.problems ?? []} /> : null}
      {end?.kind === "published" ? (
        <>
          {end.draft === "kept" ? (
            <p className="quiet">Treść w panelu miała niepublikowane zmiany, więc została, jaka była.</p>
          ) : end.draft === "failed" ? (
            <ErrorMessage>
              Treści w panelu nie udało się przywrócić, więc została, jaka była. Następna publikacja znowu ją
              pokaże.
            </ErrorMessage>
          ) : null}
          <p>
            <a href="/" target="_blank" rel="noreferrer">
              {location.host}
            </a>
          </p>
          {undoLast && ended?.action === "published" ? (
            <Button onClick={undoLast}>Cofnij tę publikację</Button>
          ) : null}
        </>
      ) : null}
    </>
  );
}

function progressOf(state: State | undefined): string {
  const step = state?.kind === "running" ? state.step : undefined;
  if (step?.kind === "waiting") return "Trwa inna publikacja. Ta zacznie się zaraz po niej…";
  if (step?.kind === "picture") return `Przygotowanie zdjęć: ${step.done} z ${step.total}…`;
  return "Publikowanie…";
}

function failureOf(end: Extract<State, { kind: "ended" }>["end"]): string | undefined {
  switch (end.kind) {
    case "invalid":
      return "Nie opublikowano: najpierw trzeba poprawić te miejsca. Strona działa dalej bez zmian.";
    case "refused":
      return `Nie opublikowano. ${end.reason} Strona działa dalej bez zmian.`;
    case "busy":
      return "Strona jest właśnie publikowana albo treść zmieniła się w tej chwili. Spróbuj za chwilę.";
    case "failed":
      return `Nie udało się opublikować: ${end.reason.split("\n")[0]}. Strona działa dalej bez zmian. Spróbuj jeszcze raz, a jeśli to nie pomoże, poproś o pomoc osobę, która opiekuje się serwerem.`;
  }
}
