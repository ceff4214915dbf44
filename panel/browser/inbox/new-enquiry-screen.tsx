import { useNavigate } from "react-router";
import { api, explain, UserFacingError } from "../api.ts";
import { ActionForm } from "../shell/button.tsx";
import { TextInput } from "../shell/inputs.tsx";
import { Screen } from "../shell/screen.tsx";
import { forgetDraft, newEnquiryKey, noteKey, readDraft, useDraft, writeDraft } from "./answer-drafts.tsx";

const empty = { name: "", phone: "", email: "", message: "" };

const inputs = {
  name: { label: "Imię" },
  phone: { label: "Telefon", type: "tel" },
  email: { label: "E-mail (opcjonalnie)", type: "email" },
  message: { label: "O co pyta, co już ustalone (opcjonalnie)", as: "textarea" as const },
};

const fieldsIn = (text: string): typeof empty => ({ ...empty, ...JSON.parse(text || "{}") });

const lost = "Nie wiadomo, czy to się zapisało. Zapisz jeszcze raz bez zmian: nie zapisze się dwa razy.";

/** For people who have called or come in: dates, next steps and the opinion follow as after the form. */
export function Component() {
  const navigate = useNavigate();
  const draft = useDraft(newEnquiryKey, []);
  const typed = fieldsIn(draft.text);

  async function save(): Promise<void> {
    // The key changes with the words, so a tap after a lost response adds nobody twice.
    const options = { headers: { "Idempotency-Key": draft.id } };
    const sent = await api.enquiries.$post({ json: typed }, options).catch(explain("offline", lost));
    const answer = await sent.json();
    if (!answer.ok) throw new UserFacingError(`${Object.values(answer.errors).flat().join(". ")}.`);
    const { name, phone, message } = fieldsIn(readDraft(newEnquiryKey).text);
    // Another tab may hold another person.
    if (name === typed.name && phone === typed.phone) {
      forgetDraft(newEnquiryKey);
      // What was typed since begins a note.
      if (message !== typed.message) writeDraft(noteKey(answer.reference), { text: message });
    }
    await navigate(`/zapytania/${answer.reference}`, { replace: true });
  }

  return (
    <Screen title="Dopisz osobę" back={{ to: "/zapytania", label: "Zapytania" }}>
      <p>
        Ktoś dzwoni albo pyta na sali? Zapisz to tutaj, a umówisz termin i wrócisz do sprawy tak samo jak po
        wiadomości z formularza. Wystarczy imię oraz telefon albo e-mail. Po zapisaniu nie wychodzi żadna
        wiadomość.
      </p>
      <ActionForm action={save} submit="Zapisz" kind="main" noValidate>
        {Object.entries(inputs).map(([field, input]) => (
          <TextInput
            {...input}
            key={field}
            autoComplete="off"
            value={typed[field as keyof typeof empty]}
            onChange={({ target }) => draft.change(JSON.stringify({ ...typed, [field]: target.value }))}
          />
        ))}
      </ActionForm>
    </Screen>
  );
}
