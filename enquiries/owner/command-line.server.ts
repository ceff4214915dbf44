import { parseArgs } from "node:util";
import { enquiryStates } from "./inbox.ts";
import { stateWord } from "./words.ts";

export type CommandOptions = ReturnType<typeof parseCommandLine>["values"];

export const usage = `Zapytania ze strony. Użycie: npm run enquiries -- POLECENIE

  list [--search TEKST] [--state STAN] [--quarantine] [--limit N]
                                      zapytania od najnowszego, po 20 na stronie (* oznacza nieprzeczytane)
  show NUMER                          jedno zapytanie, notatki i e-maile
  state NUMER STAN                    ${enquiryStates.map((state) => stateWord[state]).join(", ")}
  note NUMER TEKST                    dopisuje notatkę
  note NUMER --remove ID              usuwa notatkę
  remind NUMER "RRRR-MM-DD GG:MM"     przypomnienie (czas polski)
  remind NUMER --clear                usuwa przypomnienie
  spam NUMER...                       przenosi do kwarantanny
  release NUMER...                    wypuszcza z kwarantanny i wysyła
  resend NUMER... | --dead            wysyła ponownie (--dead: wszystko, co nie dotarło)
  export [--out PLIK]                 wszystkie zapytania jako CSV do Excela
  erase --email ADRES | --phone NUMER usuwa wszystkie dane tej osoby
  erase --again                       usuwa ponownie osoby usunięte przed przywróceniem kopii
  purge                               usuwa zapytania starsze niż okres przechowywania
  stats                               liczby

  --json                              wynik dla programów`;

/** Throws on an option that no command has. */
export function parseCommandLine(args: string[]) {
  return parseArgs({
    args,
    allowPositionals: true,
    options: {
      json: { type: "boolean" },
      search: { type: "string" },
      state: { type: "string" },
      quarantine: { type: "boolean" },
      limit: { type: "string" },
      after: { type: "string" },
      remove: { type: "string" },
      clear: { type: "boolean" },
      dead: { type: "boolean" },
      out: { type: "string" },
      email: { type: "string" },
      phone: { type: "string" },
      related: { type: "boolean" },
      only: { type: "boolean" },
      again: { type: "boolean" },
    },
  });
}
