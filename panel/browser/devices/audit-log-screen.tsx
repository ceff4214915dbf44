import { useState } from "react";
import { useLoaderData } from "react-router";
import type { AuditLogAction } from "../../server/api.ts";
import { api } from "../api.ts";
import { formatFully } from "../format.ts";
import { Button, ErrorMessage } from "../shell/button.tsx";
import { Screen } from "../shell/screen.tsx";
import { useAction } from "../shell/use-action.ts";

const pageLength = 50;

export async function loader() {
  return { entries: await (await api.journal.$get({ query: {} })).json(), now: Date.now() };
}

type Entry = Awaited<ReturnType<typeof loader>>["entries"][number];

/** What was done in the panel, newest first. */
export function Component() {
  const { entries, now } = useLoaderData<typeof loader>();
  const [older, setOlder] = useState<readonly Entry[][]>([]);
  const { error, buttonProps } = useAction();
  const pages = [entries, ...older];
  const isWhole = pages.some((page) => page.length < pageLength);

  async function loadOlder(): Promise<void> {
    const last = pages.flat().at(-1);
    const query = last && { at: String(last.at), id: last.id };
    setOlder([...older, await (await api.journal.$get({ query: query ?? {} })).json()]);
  }

  return (
    <Screen title="Dziennik" back={{ to: "/ustawienia", label: "Ustawienia" }}>
      <p className="quiet">Wpisy zostają przez rok i nie da się ich usunąć z panelu.</p>
      <ul className="rows">
        {pages.flat().map(({ id, at, action, device, detail, succeeded }) => (
          <li key={id} className="row">
            <div>
              <p>
                {actionLabels[action]}
                {detail ? `: ${detail}` : null}
                {succeeded ? null : " (nie udało się)"}
              </p>
              <p className="quiet">
                <time>{formatFully(at, now)}</time> · {device || "na serwerze"}
              </p>
            </div>
          </li>
        ))}
      </ul>
      <ErrorMessage>{error}</ErrorMessage>
      {isWhole ? null : <Button {...buttonProps(loadOlder)}>Pokaż wcześniejsze</Button>}
    </Screen>
  );
}

/** What each entry of the audit log says. */
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
