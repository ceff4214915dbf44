import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import type { AuditLogAction } from "../../server/api.ts";
import { api } from "../api.ts";
import { formatFully } from "../format.ts";
import { Row, Screen } from "../shell/screen.tsx";

const pageLength = 50;

export async function loader({ request }: LoaderFunctionArgs) {
  const query = Object.fromEntries(new URL(request.url).searchParams);
  return (await api.journal.$get({ query })).json();
}

/** The audit log, newest first, in pages. */
export function Component() {
  const entries = useLoaderData<typeof loader>();
  const last = entries[pageLength - 1];

  return (
    <Screen title="Dziennik" back={{ to: "/ustawienia", label: "Ustawienia" }}>
      <p className="quiet">Wpisy zostają przez rok i nie da się ich usunąć z panelu.</p>
      <ul className="rows">
        {entries.map(({ id, at, action, device, detail, succeeded }) => (
          <Row key={id} about={`${formatFully(at)} · ${device || "na serwerze"}`}>
            {actionLabels[action]}
            {detail ? `: ${detail}` : null}
            {succeeded ? null : " (nie udało się)"}
          </Row>
        ))}
      </ul>
      {last ? <Link to={`?at=${last.at}&id=${last.id}`}>Pokaż wcześniejsze</Link> : null}
    </Screen>
  );
}

const actionLabels: Record<AuditLogAction, string> = {
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
  "settings-changed": "Zmieniono ustawienia",
};
