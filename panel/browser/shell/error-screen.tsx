import { useRevalidator, useRouteError } from "react-router";
import { CallError, wordsFor } from "../api.ts";
import { Screen } from "./screen.tsx";

/** What is shown in place of a screen that failed: why, and the way on. */
export function ErrorScreen() {
  const error = useRouteError();
  const { revalidate, state } = useRevalidator();
  if (!(error instanceof CallError)) return <BrokenScreen />;
  if (error.code === "not-found") return <NotFoundScreen />;
  const isOffline = error.code === "offline";
  return (
    <Screen title={isOffline ? "Brak połączenia" : "Nie udało się wczytać"}>
      {isOffline ? (
        <p className="unreachable">Ten ekran wczyta się sam, gdy wróci internet.</p>
      ) : (
        <p>{wordsFor(error)}</p>
      )}
      <p className="quiet">Zapytania nie giną: czekają na serwerze i przychodzą e-mailem.</p>
      <button
        type="button"
        className="button"
        aria-disabled={state === "loading"}
        onClick={() => void revalidate()}
      >
        Spróbuj ponownie
      </button>
    </Screen>
  );
}

export function NotFoundScreen() {
  return (
    <Screen title="Tego tu nie ma">
      <p>Ten adres nie prowadzi już do niczego w panelu. Zapytanie mogło zostać usunięte.</p>
      <a className="button" href="/panel/">
        Wróć do zapytań
      </a>
    </Screen>
  );
}

/** An error of the panel itself, or a script that could not be fetched: only a fresh page helps. */
function BrokenScreen() {
  return (
    <Screen title="Nie udało się wczytać">
      <p>Panel nie mógł pokazać tego ekranu. Sprawdź połączenie i spróbuj jeszcze raz.</p>
      <p className="quiet">Zapytania nie giną: czekają na serwerze i przychodzą e-mailem.</p>
      <button type="button" className="button" onClick={() => location.reload()}>
        Spróbuj ponownie
      </button>
    </Screen>
  );
}
