/** Obviously made-up people. */
export const names = [
  "Łucja Przykładowa",
  "Jan Zmyślony",
  "Żaneta Próbna",
  "Michał Wymyślony",
  "Zofia Niebyła",
  "Grażyna Przykładowska-Próbna",
  "Antoni Testowy",
  "Ewa Fikcyjna",
  "Święcisław Niebyły",
  "Ola Próbna",
  "Piotr Przykładowy",
  "Hanna Zmyślona",
];

export const messages = [
  "Chcę wrócić do ruchu po dwóch latach przerwy. Od czego zacząć?",
  "Czy można trenować rano, przed pracą? Najlepiej około 6.30.",
  "Szukam planu na trzy dni w tygodniu. Mam w domu hantle i gumy.",
  "Mam 58 lat i bolące kolana. Czy to nie za późno na siłownię?",
  "Za pół roku biegnę pierwszy półmaraton i boję się kontuzji.",
  "Ile kosztuje prowadzenie dwóch osób razem? Chodzi o mnie i siostrę.",
  "Potrzebuję diety bez laktozy. Pracuję na zmiany, więc jem o różnych porach.",
  "Lekarz kazał mi się ruszać. Najchętniej tam, gdzie nie ma tłumu.",
  "Chcę podciągnąć się pierwszy raz w życiu.",
  "Czy kreatyna ma sens, jeśli ćwiczę dwa razy w tygodniu?",
];

export const spam = [
  "Pozycjonowanie stron! https://jeden.example https://dwa.example https://trzy.example",
  "Pierwsze miejsce w wyszukiwarce w tydzień. Kliknij: www.cztery.example",
];

export const times = ["rano, przed pracą", "w tygodniu po 17", "weekend", null];

export const notes = [
  "Woli wieczory. Oddzwonić po 18.",
  "Umówiony trening na próbę, przyjdzie z siostrą.",
  "Stara kontuzja barku: na razie bez wyciskania nad głowę.",
];

/** At the end of every message and note. */
export const mark = "(przykład)";

export const goals = ["Plan treningowy", "Dieta", "Suplementacja", "Trening personalny", "Inne", null];
