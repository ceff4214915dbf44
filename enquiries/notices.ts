import { maxLengths } from "./form.ts";
import { plural } from "./plural.ts";

/** How to reach the trainer when the form fails; empty where the trainer has given none. */
export type Contact = { phone: string; email: string };

const untouched = "Wpisany tekst jest w\u00a0formularzu, bez zmian.";

/** Tells a visitor why an enquiry was not accepted, by the status of the response; undefined if there was none. */
export function refusalNotice(status: number | undefined, contact: Contact, retryAfterSeconds = 60): string {
  const otherwise = `albo ${reach(contact)}`;
  switch (status) {
    case undefined:
      return `Serwer nie potwierdził wiadomości, więc nie wiadomo, czy dotarła. ${untouched} Za chwilę wyślij wiadomość jeszcze raz (nie dotrze dwa razy) ${otherwise}`;
    case 409:
      return `Ten termin nie jest już wolny, więc wiadomość nie została jeszcze wysłana. ${untouched} Wybierz inny termin ${otherwise}`;
    case 413:
      return `Wiadomość nie została wysłana, bo jest za długa. W\u00a0formularzu jest tylko jej początek: skróć go do ${maxLengths.message}\u00a0znaków ${otherwise}`;
    case 429: {
      const minutes = Math.ceil(retryAfterSeconds / 60);
      const wait = `${minutes}\u00a0${plural(minutes, "minutę", "minuty", "minut")}`;
      return `Wiadomość nie została wysłana: w\u00a0krótkim czasie przyszło ich zbyt wiele. ${untouched} Spróbuj ponownie za ${wait} ${otherwise}`;
    }
    default:
      return `Wiadomość nie została wysłana, bo strona nie może jej teraz zapisać. ${untouched} Spróbuj ponownie za chwilę ${otherwise}`;
  }
}

function reach({ phone, email }: Contact): string {
  return `${[phone && `zadzwoń (${phone})`, email && `napisz (${email})`].filter(Boolean).join(" lub ")}.`;
}
