import { parseArgs } from "node:util";

export type CommandOptions = ReturnType<typeof parseCommandLine>["values"];

export const usage = `Zapytania ze strony. Czyta się je i załatwia w panelu. Użycie: npm run enquiries -- POLECENIE

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
