import type { EnquiryProblem } from "../../server/api.ts";

const publishAgain =
  "Program próbuje dalej sam, najrzadziej co godzinę. Możesz też zmienić coś w treści i opublikować: jeśli się nie uda, ekran „Co się zmieni” powie, co przeszkadza.";

export const remedies: Record<EnquiryProblem, string> = {
  "storage-not-writable":
    "Formularz informuje o tym i podaje telefon. Poproś o pomoc osobę, która opiekuje się serwerem: najczęściej brakuje miejsca na dysku.",
  "disk-nearly-full":
    "Poproś osobę, która opiekuje się serwerem, o zwolnienie miejsca, zanim formularz przestanie działać.",
  "data-unreadable": "Poproś osobę, która opiekuje się serwerem, o sprawdzenie praw do tych plików.",
  "mail-refuses-credentials":
    "Zapytania są w panelu, ale nie przychodzą e-mailem. Wpisz hasło skrzynki („Stan”, „Ustawienia”, „Poczta i dane”) i wyślij próbny e-mail.",
  "outbox-late":
    "Serwer poczty nie odpowiada, nie jest już ustawiony albo nie przyjmuje nadawcy: powie to próbny e-mail („Stan”, „Ustawienia”, „Poczta i dane”). Próby trwają; zapytania czytaj na razie w panelu.",
  "mail-to-trainer-refused":
    "Otwórz zapytania z dopiskiem „e-mail nie dotarł” i wyślij je do siebie jeszcze raz. Sprawdź, czy skrzynka nie jest pełna i czy jej adres w ustawieniach jest dobry.",
  "too-many-enquiries": "Nadmiar trafia do kwarantanny, nic nie ginie. Przejrzyj ją, gdy się uspokoi.",
  "quarantine-full":
    "Ktoś zasypuje formularz. Zwykłe zapytania docierają; podejrzane są odrzucane, dopóki w ciągu doby jest ich ponad 5000. Przejrzyj kwarantannę.",
  "backup-failed":
    "Najczęściej brakuje miejsca na dysku. Próby trwają co kwadrans; poproś osobę, która opiekuje się serwerem, o zwolnienie miejsca, a ostatnią dobrą kopię pobierz i zachowaj.",
  "backup-not-sent": "Powód jest w ustawieniach „Kopie wszystkiego”. Próby trwają co godzinę.",
  "backup-not-restorable":
    "Zrób nową kopię w ustawieniach „Kopie wszystkiego”. Gdy jutrzejsza próba też się nie uda, poproś o pomoc osobę, która opiekuje się serwerem.",
  "alert-address-refused":
    "Wpisz w ustawieniach poczty i danych adres, który zaczyna się od https, albo go usuń.",
  "certificate-late":
    "Bez niego przeglądarki będą ostrzegać przed stroną. Sprawdź, czy domena wskazuje ten serwer, i poproś osobę, która się nim opiekuje: powód jest w dzienniku Caddy.",
  "enquiries-left-behind":
    "Poproś osobę, która opiekuje się serwerem, o polecenie „trainer-site reclaim”: dołączy te zapytania albo je pokaże.",
  "publication-stuck": publishAgain,
  "opinion-still-shown": publishAgain,
  "busy-calendars-unread": "Sprawdź adres kalendarza na ekranie „Terminy”: wklej go ponownie albo usuń.",
  "canary-failed":
    "Na którym kroku próba się zatrzymała, mówi wiersz „Test formularza” na ekranie „Stan”. Usuń przyczynę i wybierz „Sprawdź formularz”; próby powtarzają się też same, co kwadrans.",
};
