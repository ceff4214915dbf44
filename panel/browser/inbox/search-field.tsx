import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { searchedText, searchFor } from "./load-inbox.ts";

const searchDelayMs = 250;

/** Searches as the owner types. */
export function SearchField() {
  const [typed, setTyped] = useState(searchedText);
  const { revalidate } = useRevalidator();

  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === searchedText()) return;
    const timer = setTimeout(() => {
      searchFor(wanted);
      void revalidate();
    }, searchDelayMs);
    return () => clearTimeout(timer);
  }, [typed, revalidate]);

  return (
    <search className="field">
      <label htmlFor="search" className="visually-hidden">
        Szukaj w zapytaniach
      </label>
      <input
        id="search"
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        placeholder="Szukaj: imię, telefon, słowo, numer"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </search>
  );
}
