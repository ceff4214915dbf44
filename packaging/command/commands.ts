/** The commands of `trainer-site`, with the texts for help, manual and completion. */
const uses = {
  "setup ADRES [--behind-proxy] [--wait] [--link-file PLIK]":
    "uruchamia stronę pod adresem, na przykład www.example.pl; można powtarzać",
  status: "mówi, czy wszystko działa i co jest do zrobienia",
  "panel link": "tworzy jednorazowy link do panelu, z kodem QR",
  "publish [--withdraw ZDJĘCIE]": "publikuje treść z folderu /var/lib/trainer-site/content",
  "rollback [NAZWA]": "przywraca treść sprzed ostatniej publikacji albo wskazaną",
  "history [show NAZWA | compare NAZWA NAZWA | restore NAZWA]": "pokazuje publikacje",
  "enquiries [export | stats | erase | …]":
    "zapisuje, wysyła ponownie i usuwa zapytania; polecenia wymienia samo „enquiries”",
  "photo PLIK…": "przyjmuje zdjęcia do treści",
  "backup [PLIK.tar]":
    "robi kopię wszystkiego w folderze /var/lib/trainer-site/copies; gdy podasz PLIK.tar, zapisuje ją też w nim",
  "restore PLIK.tar [--yes]":
    "pokazuje, co jest w kopii, i po potwierdzeniu przywraca wszystko; strona uruchamia się wtedy ponownie",
  "reclaim [--delete]":
    "dołącza zapytania, które zostały w osobnej bazie po nieudanej aktualizacji, albo je pokazuje; --delete usuwa pokazane",
  canary: "wysyła próbne zapytanie i sprawdza, czy dotarło",
  "check [--json]": "mówi, czego brakuje, żeby strona mogła ruszyć",
  "content [FOLDER]": "wczytuje na serwer treść z folderu; bez niego przykładową",
} as const;

type FirstWord<Use> = Use extends `${infer Name} ${string}` ? Name : Use;
export type CommandName = FirstWord<keyof typeof uses>;

export const commandNames = Object.keys(uses).map((use) => use.replace(/ .*/, ""));

export function help(): string {
  const lines = Object.entries(uses).map(([use, does]) => `  trainer-site ${use}\n      ${does}`);
  return ["Strona internetowa. Polecenia (jako root):", "", ...lines, "", "Więcej: man trainer-site"].join(
    "\n",
  );
}

export function completion(): string {
  return `# bash completion for trainer-site
_trainer_site() {
	local word=\${COMP_WORDS[COMP_CWORD]}
	case \${COMP_WORDS[1]-} in
	panel) mapfile -t COMPREPLY < <(compgen -W link -- "$word") ;;
	history) mapfile -t COMPREPLY < <(compgen -W "show compare restore" -- "$word") ;;
	enquiries) mapfile -t COMPREPLY < <(compgen -W "export release resend erase purge stats" -- "$word") ;;
	backup | restore | photo | content) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	esac
	((COMP_CWORD > 1)) || mapfile -t COMPREPLY < <(compgen -W "${commandNames.join(" ")}" -- "$word")
}
complete -F _trainer_site trainer-site
`;
}

export function manPage(version: string): string {
  const list = Object.entries(uses).map(([use, does]) => `.TP\n.B ${escaped(use)}\n${escaped(does)}.`);
  return `.TH TRAINER\\-SITE 1 "" "trainer-site ${version}" "Strona trenera"
.SH NAZWA
trainer\\-site \\- strona internetowa: uruchomienie i codzienna obsługa
.SH SKŁADNIA
.B trainer\\-site
.I POLECENIE
[\\fISŁOWA\\fR...]
.SH OPIS
Polecenia wydaje się jako root. Wszystko poza
.B setup
i
.B restore
działa z uprawnieniami użytkownika trainer\\-site.
.SH POLECENIA
${list.join("\n")}
.SH PLIKI
.TP
.I /etc/trainer\\-site/env
ustawienia (adres, poczta); każde objaśnia /usr/share/trainer\\-site/env.example.
.TP
.I /var/lib/trainer\\-site
wszystko, co Twoje: zapytania, treść, zdjęcia, publikacje, kopie.
.TP
.I /etc/trainer\\-site/Caddyfile
ustawienia Caddy; pisze je
.BR "trainer\\-site setup" .
.SH "ZOBACZ TAKŻE"
.BR systemctl (1),
.BR journalctl (1),
.BR caddy (8)
`;
}

function escaped(text: string): string {
  return text.replaceAll("-", "\\-");
}
