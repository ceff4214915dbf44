import { useRevalidator, useRouteError } from "react-router";
import { CallError, wordsFor } from "../api.ts";
import { Screen } from "./screen.tsx";

/** What is shown where a screen could not be: why, and the way on. */
export function ErrorScreen({ notFound = false }: { readonly notFound?: boolean }) {
  const error = useRouteError();
  const { revalidate, state } = useRevalidator();
  if (notFound || (error instanceof CallError && error.code === "not-found")) {
    return (
      <Screen title="Tego tu nie ma">
        <p>Ten adres nie prowadzi już do niczego w panelu. Zapytanie mogło zostać usunięte.</p>
        <a className="button" href="/panel/">
          Wróć do zapytań
        </a>
      </Screen>
    );
  }
  const offline = error instanceof CallError && error.code === "offline";
  return (
    <Screen title={offline ? "Brak połączenia" : "Nie udało się wczytać"}>
      <p>{wordsFor(error)}</p>
      <p className="quiet">Zapytania nie giną: czekają na serwerze i przychodzą na e-mail.</p>
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
