// The panel's browser code imports this file: keep server code out of it.

/** What the audit log records, in words for the owner. */
export const auditActions = {
  "link-created": "Utworzono link do panelu",
  "signed-in": "Wejście do panelu",
  "signed-out": "Wylogowanie",
  "recovery-requested": "Prośba o powrót do panelu kodem zapasowym",
  recovered: "Powrót do panelu kodem zapasowym",
  "passkey-added": "Nowy klucz",
  "passkey-removed": "Usunięto klucz",
  "passkey-kept": "Zostawiono klucz",
  "device-signed-out": "Wylogowano urządzenie",
  "codes-replaced": "Nowe kody zapasowe",
  published: "Opublikowano stronę",
  restored: "Przywrócono wersję strony",
  "photo-withdrawn": "Usunięto zdjęcie ze wszystkich miejsc",
  copied: "Zrobiono kopię wszystkiego",
  "copy-taken": "Pobrano kopię wszystkiego",
  "copy-restored": "Przywrócono kopię wszystkiego",
  exported: "Pobrano zapytania",
  erased: "Usunięto dane osoby",
  "opinion-erased": "Usunięto opinię na prośbę jej autora",
  "settings-changed": "Zmieniono ustawienia",
};

export type AuditLogAction = keyof typeof auditActions;
