/** The commands of `trainer-site`, with the texts for help, manual and completion. */
export const usages = {
  "setup ADRES [--behind-proxy] [--wait] [--link-file PLIK]":
    "uruchamia stronę pod adresem, na przykład www.example.pl; można powtarzać",
  status: "mówi, czy wszystko działa i co jest do zrobienia",
  "panel link": "tworzy jednorazowy link do panelu, z kodem QR",
  publish: "publikuje treść z folderu /var/lib/trainer-site/content",
  "rollback [NAZWA]": "przywraca treść sprzed ostatniej publikacji albo wskazaną",
  history: "pokazuje publikacje z roku i ich zmiany",
  "enquiries [export | stats | erase | …]":
    "eksportuje do arkusza, wysyła ponownie i usuwa zapytania; polecenia wymienia samo „enquiries”",
  "backup [PLIK.tar]":
    "robi kopię wszystkiego w folderze /var/lib/trainer-site/copies; gdy podasz PLIK.tar, zapisuje ją też w nim",
  "restore PLIK.tar [--yes]":
    "pokazuje, co jest w kopii, i po potwierdzeniu przywraca wszystko; strona uruchamia się wtedy ponownie",
  "reclaim [--delete]":
    "dołącza zapytania, które zostały w osobnej bazie po nieudanej aktualizacji, albo je pokazuje; --delete usuwa pokazane",
  canary: "wysyła próbne zapytanie i sprawdza, czy przyjął je serwer poczty",
  check: "mówi, czego brakuje, żeby strona mogła ruszyć",
  "content [FOLDER]": "wczytuje treść z folderu; bez niego przykładową, jeśli nie ma jeszcze żadnej",
} as const;

type FirstWord<Usage> = Usage extends `${infer Name} ${string}` ? Name : Usage;
export type CommandName = FirstWord<keyof typeof usages>;

export const commandNames = Object.keys(usages).map((usage) => usage.replace(/ .*/, ""));

export function help(): string {
  const lines = Object.entries(usages).map(([usage, text]) => `  trainer-site ${usage}\n      ${text}`);
  return `Strona internetowa. Polecenia (jako root):\n\n${lines.join("\n")}\n\nWięcej: man trainer-site`;
}
