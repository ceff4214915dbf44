// The panel's browser code imports this file: keep server code out of it.

/** The reasons in error responses, in words for the owner. */
export const errorTexts = {
  "bad-request": "Serwer nie rozumie tej zmiany. Odśwież panel i spróbuj jeszcze raz.",
  busy: "Serwer jest chwilowo zajęty. Spróbuj za moment.",
  changed:
    "Na innym urządzeniu coś się tu właśnie zmieniło. Widać już nowy stan: sprawdź i wybierz jeszcze raz.",
  "foreign-origin": "Panel jest otwarty pod innym adresem niż strona. Otwórz go z adresu strony.",
  "has-owner": "Panel jest już w użyciu. Poproś osobę, która opiekuje się serwerem, o przywrócenie kopii.",
  failed: "Coś poszło nie tak po stronie serwera. Spróbuj jeszcze raz.",
  "needs-passkey": "Potwierdź najpierw, że to Ty.",
  "no-mail":
    "Kod jest dobry, ale panel nie może wysłać linku: jego poczta nie jest ustawiona albo nie działa. Poproś o nowy link osobę, która opiekuje się serwerem.",
  "no-room": "Na serwerze brakuje miejsca na dysku. Poproś o pomoc osobę, która się nim opiekuje.",
  "not-found": "Tego już tu nie ma. Otwórz ten ekran jeszcze raz.",
  refused: "Nie udało się tego potwierdzić. Spróbuj jeszcze raz.",
  suspended:
    "Ten klucz jest wstrzymany, bo panel otwarto linkiem z serwera albo kodem zapasowym. Na tamtym urządzeniu można wybrać, czy zostaje.",
  "signed-out": "Trzeba wejść do panelu jeszcze raz.",
  taken: "W tym czasie jest już inny termin. Wybierz inną godzinę.",
  "too-large": "Ten plik jest za duży. Wybierz mniejszy.",
  "too-late": "Tego nie da się już cofnąć: minęło 10 sekund albo termin zmienił się w tym czasie.",
  "too-many": "Za dużo prób w krótkim czasie. Odczekaj chwilę.",
  "too-slow": "Połączenie jest za wolne. Spróbuj jeszcze raz.",
};

export type ErrorCode = keyof typeof errorTexts;
