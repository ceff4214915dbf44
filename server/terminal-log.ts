/**
 * Formats a log line for a terminal, in Polish: `12:05:07 GET /oferta 200 (3 ms)`. Undefined for messages that the program prints itself.
 */
export function terminalLine(json: string): string | undefined {
  const { time, level, msg, err, ...fields } = JSON.parse(json) as LogLine;
  if (saidOtherwise.has(msg)) return undefined;
  const clock = new Date(time).toTimeString().slice(0, 8);
  if (msg === "request") {
    return `${clock} ${fields.method} ${fields.path} ${fields.status} (${fields.durationMs} ms)\n`;
  }
  const severity = level >= 50 ? "błąd: " : level >= 40 ? "uwaga: " : "";
  const { stack: _stack, ...reason } = err ?? {};
  const details = Object.entries({ ...fields, ...reason }).map(([name, value]) => `${name}: ${show(value)}`);
  const told = details.length > 0 ? ` (${details.join(", ")})` : "";
  return `${clock} ${severity}${inPolish[msg] ?? msg}${told}\n`;
}

type LogLine = {
  time: number;
  level: number;
  msg: string;
  err?: Record<string, unknown>;
  [field: string]: unknown;
};

const saidOtherwise = new Set(["listening", "launch"]);

/** Messages that are likely on the first day; all others stay in English. */
export const inPolish: Record<string, string> = {
  stopping: "kończenie pracy",
  stopped: "zakończono",
  "SMTP_URL is not set: e-mails wait in the outbox":
    "nie ustawiono serwera poczty (SMTP_URL), e-maile czekają w kolejce",
  "a proxy on this machine is not trusted: all visitors share one limit of enquiries":
    "serwer pośredniczący na tym komputerze nie jest wpisany w TRUSTED_PROXIES, wszystkie osoby mają wspólny limit wiadomości",
  "serving another release": "strona pokazuje inną wersję",
  "the release cannot be served, the one before it stays":
    "nowej wersji nie da się pokazać, zostaje poprzednia",
  "request failed": "nie udało się odpowiedzieć",
  "mail not sent yet": "e-mail jeszcze nie wyszedł, program spróbuje ponownie",
  "the mail server cannot be used": "nie można skorzystać z serwera poczty",
  "the mail server refuses the credentials": "serwer poczty nie przyjmuje nazwy użytkownika lub hasła",
  "the enquiry database cannot be written": "nie można zapisać bazy zapytań",
  "enquiry could not be stored": "nie udało się zapisać zapytania",
};

function show(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
