import type { EnquiryProblem } from "../../server/api.ts";

/** What is wrong, and how the owner can fix it. */
export const problemWords: Record<EnquiryProblem, { readonly what: string; readonly todo: string }> = {
  "storage-not-writable": {
    what: "Serwer nie może zapisywać zapytań.",
    todo: "Formularz informuje o tym i podaje telefon. Poproś o pomoc osobę, która opiekuje się serwerem: najczęściej brakuje miejsca na dysku.",
  },
  "disk-nearly-full": {
    what: "Na serwerze kończy się miejsce.",
    todo: "Poproś osobę, która opiekuje się serwerem, o zwolnienie miejsca, zanim formularz przestanie działać.",
  },
  "mail-refuses-credentials": {
    what: "Serwer poczty nie przyjmuje hasła.",
    todo: "Zapytania są tutaj, ale nie przychodzą e-mailem. Wpisz hasło skrzynki w ustawieniach (niżej) i wyślij wiadomość próbną.",
  },
  "outbox-late": {
    what: "E-maile czekają dłużej niż kwadrans.",
    todo: "Serwer poczty nie odpowiada lub nie jest już ustawiony. Próby trwają; zapytania czytaj na razie tutaj.",
  },
  "mail-to-trainer-refused": {
    what: "Serwer poczty odrzucił e-mail do Ciebie.",
    todo: "Otwórz zapytania z dopiskiem „e-mail nie dotarł” i wyślij je do siebie jeszcze raz. Sprawdź, czy skrzynka nie jest pełna i czy jej adres w ustawieniach jest dobry.",
  },
  "too-many-enquiries": {
    what: "Przyszło bardzo dużo zapytań naraz.",
    todo: "Nadmiar trafia do kwarantanny, nic nie ginie. Przejrzyj kwarantannę, gdy się uspokoi.",
  },
  "quarantine-full": {
    what: "Kwarantanna jest dziś pełna.",
    todo: "Ktoś zasypuje formularz. Zwykłe zapytania dochodzą; podejrzane są do jutra odrzucane.",
  },
  "copy-failed": {
    what: "Codzienna kopia się nie udała.",
    todo: "Najczęściej brakuje miejsca na dysku. Próby trwają co kwadrans; poproś osobę, która opiekuje się serwerem, o zwolnienie miejsca, a ostatnią dobrą kopię pobierz i zachowaj.",
  },
  "alert-address-refused": {
    what: "Adres alarmu nie zaczyna się od https, więc alarmy tam nie wychodzą.",
    todo: "Wpisz w ustawieniach poczty i danych adres, który zaczyna się od https, albo go usuń.",
  },
  "enquiries-left-behind": {
    what: "Po nieudanej aktualizacji część zapytań została w osobnej bazie.",
    todo: "Poproś osobę, która opiekuje się serwerem, o polecenie „trainer-site reclaim”: dołączy te zapytania albo je pokaże.",
  },
  "canary-failed": {
    what: "Próbne zapytanie nie przeszło całej drogi.",
    todo: "Wyślij sobie wiadomość z formularza i zobacz, czy przyjdzie e-mailem.",
  },
};
