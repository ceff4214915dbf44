import { useRef, useState } from "react";
import { useLoaderData } from "react-router";
import { isSame } from "../../../content-model/path.ts";
import {
  type AnswerWords,
  answerFields,
  fillAnswer,
  maxAnswerLength,
  maxAnswerNameLength,
  type ReadyAnswer,
} from "../../../enquiries/owner/ready-answers.ts";
import { api, randomId } from "../api.ts";
import { ActionForm, Button, StatusMessage } from "../shell/button.tsx";
import { rowsOf, TextInput } from "../shell/inputs.tsx";
import { Screen } from "../shell/screen.tsx";
import { draftedIds, useDraft } from "./answer-drafts.tsx";

export const loader = async () => (await api.answers.$get()).json();

/** The owner's ready answers, one set for e-mail, SMS and WhatsApp (C2.1). */
export function Component() {
  const { ready, words } = useLoaderData<typeof loader>();
  const [added, setAdded] = useState(() => draftedIds("ready ").map(newAnswer));
  const isIn = (list: readonly ReadyAnswer[], { id }: ReadyAnswer) => list.some((one) => one.id === id);

  return (
    <Screen title="Gotowe odpowiedzi" back={{ to: "/zapytania", label: "Zapytania" }}>
      <p className="quiet">
        Te same słowa wysyła e-mail, SMS i WhatsApp. W miejsce pól w klamrach wejdą dane z zapytania i ze
        strony. Zdanie z polem, dla którego nie ma danych, zostanie pominięte. Odpowiedź bez treści nie pokaże
        się przy zapytaniach.
      </p>
      <ul className="rows">
        {[...ready, ...added.filter((answer) => !isIn(ready, answer))].map((answer) => (
          <li key={answer.id}>
            <details open={isIn(added, answer)}>
              <summary>
                {answer.name || "Nowa odpowiedź"}
                {answer.text ? null : " (bez treści)"}
              </summary>
              <AnswerForm answer={answer} words={words} />
            </details>
          </li>
        ))}
      </ul>
      <Button onClick={() => setAdded([...added, newAnswer(randomId())])}>Dodaj odpowiedź</Button>
    </Screen>
  );
}

const newAnswer = (id: string): ReadyAnswer => ({ id, name: "", text: "Dzień dobry, tu {podpis}. " });

function AnswerForm({ answer: { id, ...stored }, words }: { answer: ReadyAnswer; words: AnswerWords }) {
  // A field that nobody has typed into shows what another device has saved meanwhile.
  const draft = useDraft(`ready ${id}`, []);
  /** What this form sent, and what was stored before (`over`). Even unanswered it may be what is stored now. */
  const [sent, setSent] = useState<{ words: typeof stored; over: typeof stored }[]>([]);
  const [saved, setSaved] = useState<typeof stored>();
  const begun: Partial<typeof stored> & { over?: object } = JSON.parse(draft.text || "{}");
  const isOwn = sent.some(({ words, over }) => isSame(stored, words) && isSame(begun.over, over));
  const { over: _, ...typed } = isOwn || isSame(begun.over, stored) ? begun : {};
  const type = (part: typeof typed) => draft.change(JSON.stringify({ ...typed, ...part, over: stored }));
  const last = sent.at(-1);
  const known = last && isSame(stored, last.over) ? last.words : stored;
  const { name, text } = { ...known, ...typed };
  const area = useRef<HTMLInputElement & HTMLTextAreaElement>(null);

  const filled = fillAnswer(text, words);
  const unknown = filled.leftOut.filter((field) => !Object.hasOwn(answerFields, field));

  function insert(field: string): void {
    if (!area.current) return;
    const { selectionStart, selectionEnd } = area.current;
    area.current.setRangeText(`{${field}}`, selectionStart, selectionEnd, "end");
    type({ text: area.current.value });
    area.current.focus();
  }

  async function save(): Promise<void> {
    setSaved(undefined);
    setSent([...sent, { words: { name, text }, over: stored }]);
    await api.answers[":id"].$put({ param: { id }, json: { name, text } });
    setSaved({ name, text });
    // What is typed while it is being saved stays typed.
    draft.forget();
  }

  return (
    <ActionForm action={save} submit="Zapisz" disabled={!name.trim()}>
      <TextInput
        label="Nazwa"
        value={name}
        maxLength={maxAnswerNameLength}
        autoComplete="off"
        onChange={({ target }) => type({ name: target.value })}
      />
      <TextInput
        as="textarea"
        label="Treść"
        ref={area}
        value={text}
        maxLength={maxAnswerLength}
        rows={rowsOf(text)}
        onChange={({ target }) => type({ text: target.value })}
      />
      <fieldset className="ready">
        <legend className="quiet">Wstaw pole</legend>
        <div className="filters">
          {Object.entries(answerFields).map(([field, meaning]) => (
            <Button key={field} title={meaning} onClick={() => insert(field)}>
              {field}
            </Button>
          ))}
        </div>
      </fieldset>
      {unknown.length > 0 ? (
        <p className="notice">Nieznane pola: {unknown.join(", ")}. Zdania z nimi zostaną pominięte.</p>
      ) : null}
      <div className="notice">
        <p className="quiet">Tak to przeczyta osoba, która pyta o „{words.usługa ?? "Inne"}”:</p>
        <p className="message">{filled.text}</p>
      </div>
      <StatusMessage>{isSame(saved, { name, text }) ? "Zapisano." : null}</StatusMessage>
    </ActionForm>
  );
}
