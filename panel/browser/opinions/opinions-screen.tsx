import { useState } from "react";
import { Link, useLoaderData } from "react-router";
import { kindLabels } from "../../../appointments/slot.ts";
import { api } from "../api.ts";
import { formatDate } from "../format.ts";
import { refreshUnpublished } from "../publish/unpublished.ts";
import { ActionButton, ActionForm } from "../shell/button.tsx";
import { TextInput } from "../shell/inputs.tsx";
import { Screen, Section } from "../shell/screen.tsx";

export const loader = async () => (await api.opinions.$get()).json();

type Opinion = Awaited<ReturnType<typeof loader>>["opinions"][number];

/** The received opinions. The owner shows each unchanged, or hides it with a reason (C5.2). */
export function Component() {
  const { opinions } = useLoaderData<typeof loader>();
  const shown = opinions.filter(({ state, isIntact }) => state === "shown" && isIntact).length;
  return (
    <Screen title="Opinie" back={{ to: "/zapytania", label: "Zapytania" }}>
      {opinions.length === 0 ? (
        <p>
          Nie ma jeszcze opinii. Po spotkaniu, które się odbyło, otwórz zapytanie i wybierz „Poproś o opinię”.
        </p>
      ) : (
        <p className="quiet">
          Po publikacji strona napisze, z datą, że pokazuje {shown} z {opinions.length}{" "}
          {opinions.length === 1 ? "otrzymanej" : "otrzymanych"}. Wybieranie samych dobrych opinii wprowadza w
          błąd, a prawo tego zakazuje. Słów nie można zmienić; miejsce na stronie wybiera się w{" "}
          <Link to="/tresc/osiagniecia?pole=opinions">treści</Link>.
        </p>
      )}
      {opinions.map((opinion) => (
        <OneOpinion key={opinion.id} opinion={opinion} />
      ))}
      <Section title="Opinie wpisane ręcznie">
        <p>
          Opinie, które wpisujesz w <Link to="/tresc/osiagniecia?pole=opinions">treści</Link>, nie mają
          dowodu. Prawo wymaga, żeby strona mówiła, czy i jak sprawdzono opinię: wpisz to przy każdej, a zgodę
          i wiadomość z tymi słowami zachowaj.
        </p>
      </Section>
    </Screen>
  );
}

const states: Partial<Record<Opinion["state"], string>> = {
  sent: "nowa",
  shown: "do pokazania",
  hidden: "niepokazywana",
};

function OneOpinion({ opinion }: { readonly opinion: Opinion }) {
  const { id, state, text, author, about, kind, heldOn, sentOn, reference, hasHealthConsent } = opinion;
  const [reason, setReason] = useState("");
  const isMissing = state === "shown" && !opinion.isIntact;
  const param = { id };
  const decide = (reason: string | null) => () =>
    api.opinions[":id"].$put({ param, json: { reason } }).then(refreshUnpublished);

  return (
    <article className="section stack" aria-labelledby={`opinion-${id}`}>
      <h2 id={`opinion-${id}`}>
        {[author, about].filter(Boolean).join(", ")} <span className="quiet">· {states[state]}</span>
      </h2>
      <p className="message">{text}</p>
      <p className="quiet">
        Opinia z {formatDate(sentOn)}, {kindLabels[kind]} {heldOn ? formatDate(heldOn) : ""}.{" "}
        {hasHealthConsent ? "Jest zgoda" : "Nie ma zgody"} na słowa o zdrowiu i wyniku.{" "}
        {reference ? <Link to={`/zapytania/${reference}`}>Zapytanie {reference}</Link> : null}
      </p>
      {opinion.reason ? <p>Powód: {opinion.reason}</p> : null}
      {isMissing && <p>W treści jej nie ma albo ma zmienione słowa. „Pokaż” przywróci ją słowo w słowo.</p>}
      {state === "sent" || isMissing ? null : (
        <p>
          {state === "shown"
            ? "Jeśli nie ma jej jeszcze na stronie, pojawi się po "
            : "Jeśli jest jeszcze na stronie, zniknie z niej po "}
          <Link to="/publikacja">publikacji</Link>.
        </p>
      )}
      {state === "shown" && !isMissing ? null : (
        <div className="actions">
          <ActionButton kind="main" action={decide(null)}>
            Pokaż
          </ActionButton>
        </div>
      )}
      <details>
        <summary>Nie pokazuj</summary>
        <ActionForm action={decide(reason)} submit="Nie pokazuj" disabled={!reason.trim()}>
          <TextInput
            label="Powód"
            help="Zostaje tylko tutaj. Przyda się, gdy ktoś zapyta, dlaczego jej nie ma."
            required
            maxLength={300}
            onChange={({ target }) => setReason(target.value)}
          />
        </ActionForm>
      </details>
      <details>
        <summary>Usuń na prośbę tej osoby</summary>
        <p>Zniknie na zawsze: ze strony, historii i bazy, a z kopii zapasowych najpóźniej po 30 dniach.</p>
        <ActionButton action={() => api.opinions[":id"].$delete({ param })}>Usuń na zawsze</ActionButton>
      </details>
    </article>
  );
}
