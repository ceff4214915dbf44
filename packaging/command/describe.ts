/** What `trainer-site` can do, in the words of its help, its manual and its completion. */
export const commands = {
  setup: {
    words: "ADRES [--behind-proxy]",
    does: "uruchamia stronę pod adresem, na przykład www.example.pl; można powtarzać",
  },
  status: { words: "", does: "mówi, czy wszystko działa i co jest do zrobienia" },
  panel: { words: "link", does: "tworzy jednorazowy link do panelu, z kodem QR" },
  publish: { words: "[--withdraw ZDJĘCIE]", does: "publikuje treść z folderu /var/lib/trainer-site/content" },
  rollback: { words: "[NAZWA]", does: "przywraca treść sprzed ostatniej publikacji albo wskazaną" },
  history: { words: "[show NAZWA | compare NAZWA NAZWA | restore NAZWA]", does: "pokazuje publikacje" },
  enquiries: {
    words: "[list | show NUMER | …]",
    does: "pokazuje zapytania i zmienia ich stan; polecenia wymienia samo „enquiries”",
  },
  photo: { words: "PLIK…", does: "przyjmuje zdjęcia do treści" },
  backup: { words: "[PLIK]", does: "robi kopię; bez PLIKU w folderze kopii na serwerze" },
  restore: { words: "PLIK", does: "przywraca kopię; strona jest wtedy zatrzymana" },
  canary: { words: "", does: "wysyła próbne zapytanie i sprawdza, czy dotarło" },
  check: { words: "[--json]", does: "mówi, czego brakuje, żeby strona mogła ruszyć" },
  content: { words: "[FOLDER]", does: "wczytuje na serwer treść z folderu; bez niego przykładową" },
} as const;

export type CommandName = keyof typeof commands;

const entries = Object.entries(commands);
const calls = entries.map(([name, { words, does }]) => ({ call: `${name} ${words}`.trim(), does }));

export function help(): string {
  const lines = calls.map(({ call, does }) => `  trainer-site ${call}\n      ${does}`);
  return ["Strona internetowa. Polecenia (jako root):", "", ...lines, "", "Więcej: man trainer-site"].join(
    "\n",
  );
}

export function completion(): string {
  const names = entries.map(([name]) => name).join(" ");
  return `# bash completion for trainer-site
_trainer_site() {
	local word=\${COMP_WORDS[COMP_CWORD]}
	case \${COMP_WORDS[1]-} in
	panel) mapfile -t COMPREPLY < <(compgen -W link -- "$word") ;;
	history) mapfile -t COMPREPLY < <(compgen -W "show compare restore" -- "$word") ;;
	enquiries) mapfile -t COMPREPLY < <(compgen -W "list show state note remind spam release resend export erase purge stats" -- "$word") ;;
	backup | restore | photo | content) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	esac
	((COMP_CWORD > 1)) || mapfile -t COMPREPLY < <(compgen -W "${names}" -- "$word")
}
complete -F _trainer_site trainer-site
`;
}

export function manPage(version: string): string {
  const list = calls.map(({ call, does }) => `.TP\n.B ${escaped(call)}\n${escaped(does)}.`);
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
