import { useEffect } from "react";
import { useNavigation, useRevalidator, useRouteError } from "react-router";
import { ApiError, errorText } from "../api.ts";
import { Button } from "./button.tsx";
import { Screen } from "./screen.tsx";

/** Replaces a screen that failed. Explains why, and offers a retry. */
export function ErrorScreen() {
  const error = useRouteError();
  const { revalidate, state } = useRevalidator();
  const code = error instanceof ApiError ? error.code : undefined;
  const isOffline = code === "offline";
  const isLoading = useNavigation().state !== "idle" || state !== "idle";
  // A connection that fails and returns unnoticed by the browser causes no event.
  useEffect(() => {
    // A new attempt would end the one under way.
    if (!isOffline || isLoading) return;
    const timer = setInterval(() => document.hidden || void revalidate(), 5000);
    return () => clearInterval(timer);
  }, [isOffline, isLoading, revalidate]);
  if (code === "not-found") return <NotFoundScreen />;
  // Only a reload helps after an error of the panel itself, or when a script could not be fetched.
  const retry = code === undefined ? () => location.reload() : () => void revalidate();
  return (
    <Screen title={isOffline ? "Brak połączenia" : "Nie udało się wczytać"}>
      {isOffline ? (
        <p className="unreachable">Ten ekran wczyta się sam, gdy wróci połączenie z serwerem.</p>
      ) : (
        <p>{code === undefined ? brokenText : errorText(error)}</p>
      )}
      <p className="quiet">Zapytania nie giną: czekają na serwerze.</p>
      <Button busy={state === "loading"} onClick={retry}>
        Spróbuj ponownie
      </Button>
    </Screen>
  );
}

const brokenText = "Panel nie mógł pokazać tego ekranu. Sprawdź połączenie i spróbuj jeszcze raz.";

export function NotFoundScreen() {
  return (
    <Screen title="Tego tu nie ma">
      <p>Ten adres nie prowadzi już do niczego w panelu. Zapytanie mogło zostać usunięte.</p>
      <a className="button" href="/panel/">
        Wróć do panelu
      </a>
    </Screen>
  );
}
