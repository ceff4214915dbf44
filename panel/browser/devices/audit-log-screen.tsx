import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { auditActions } from "../../../accounts/audit-actions.ts";
import { api } from "../api.ts";
import { formatFully } from "../format.ts";
import { Row, Screen } from "../shell/screen.tsx";

const pageLength = 50;

export const loader = async ({ url }: LoaderFunctionArgs) =>
  (await api.journal.$get({ query: Object.fromEntries(url.searchParams) })).json();

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
            {auditActions[action]}
            {detail ? `: ${detail}` : null}
            {succeeded ? null : " (nie udało się)"}
          </Row>
        ))}
      </ul>
      {last ? <Link to={`?at=${last.at}&id=${last.id}`}>Pokaż wcześniejsze</Link> : null}
    </Screen>
  );
}
