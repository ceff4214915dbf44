import { plural } from "./plural.ts";

/** How to reach the trainer when the form fails; empty where the trainer has given none. */
export type Contact = { phone: string; email: string };

const untouched = "Wpisany tekst jest w\u00a0formularzu, bez zmian.";

export function limitedNotice(retryAfterSeconds: number, contact: Contact): string {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const wait = `${minutes}\u00a0${plural(minutes, "minutę", "minuty", "minut")}`;
  return `Wiadomość nie została wysłana: w\u00a0krótkim czasie przyszło ich zbyt wiele. ${untouched} Spróbuj ponownie za ${wait} albo ${reach(contact)}`;
}

export function unavailableNotice(contact: Contact): string {
  return `Wiadomość nie została wysłana, bo strona nie może jej teraz zapisać. ${untouched} Spróbuj ponownie za chwilę albo ${reach(contact)}`;
}

export function takenNotice(contact: Contact): string {
  return `Ten termin zajął właśnie ktoś inny, więc wiadomość nie została jeszcze wysłana. ${untouched} Wybierz inny termin albo ${reach(contact)}`;
}

export function unreachableNotice(contact: Contact): string {
  return `Serwer nie odpowiada, więc wiadomość nie została wysłana. ${untouched} Spróbuj ponownie za chwilę albo ${reach(contact)}`;
}

export function tooLargeNotice(maxMessageLength: number, contact: Contact): string {
  return `Wiadomość nie została wysłana, bo jest za długa. W\u00a0formularzu jest tylko jej początek: skróć go do ${maxMessageLength}\u00a0znaków albo ${reach(contact)}`;
}

function reach({ phone, email }: Contact): string {
  return `${[phone && `zadzwoń (${phone})`, email && `napisz (${email})`].filter(Boolean).join(" lub ")}.`;
}
