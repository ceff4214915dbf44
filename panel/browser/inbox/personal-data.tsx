import { useState } from "react";
import { useNavigate } from "react-router";
import { api } from "../api.ts";
import { ActionButton } from "../shell/action.tsx";
import { forgetDraft } from "./answer-drafts.tsx";
import { type EnquiryData, whileErasing } from "./enquiry-data.ts";

type PersonData = Awaited<ReturnType<typeof findPerson>>;

const findPerson = async (reference: string) =>
  (await api.enquiries[":reference"].person.$get({ param: { reference } })).json();

/** Erases a person's data on request. First lists what will be erased, because that cannot be undone. */
export function PersonalData({ enquiry: { reference } }: Pick<EnquiryData, "enquiry">) {
  const [person, setPerson] = useState<PersonData>();
  const [related, setRelated] = useState(true);
  const navigate = useNavigate();

  async function erase(): Promise<void> {
    await api.enquiries[":reference"].person.$delete({ param: { reference }, json: { related } });
    for (const erased of [...(person?.exact ?? []), ...(related ? (person?.related ?? []) : [])])
      forgetDraft(erased.reference);
    await navigate("/zapytania");
  }

  return (
    <details className="section">
      <summary>Usuń dane tej osoby</summary>
      <p>
        Znikną jej zapytania razem z notatkami, opiniami, przypomnieniami i e-mailami, które czekają na
        wysłanie. Tego nie da się cofnąć.
      </p>
      <p>
        Zostaną e-maile w Twojej skrzynce i dane w kopiach zapasowych: usuń je osobno. Przy przywracaniu kopii
        ta osoba zostanie pominięta.
      </p>
      {person ? (
        <p>Zapytania tej osoby: {person.exact.map((enquiry) => enquiry.reference).join(", ")}</p>
      ) : null}
      {person && person.related.length > 0 ? (
        <label className="check">
          <input type="checkbox" checked={related} onChange={(event) => setRelated(event.target.checked)} />
          Także te, które prowadzą do niej przez drugi kontakt:{" "}
          {person.related.map((enquiry) => `${enquiry.reference} (${enquiry.name})`).join(", ")}
        </label>
      ) : null}
      {person ? (
        <ActionButton action={() => whileErasing(reference, erase)}>Usuń na zawsze</ActionButton>
      ) : (
        <ActionButton action={async () => setPerson(await findPerson(reference))}>
          Pokaż, co zniknie
        </ActionButton>
      )}
    </details>
  );
}
