import { useState } from "react";
import { api, randomId } from "../api.ts";
import { formatFully } from "../format.ts";
import { Button, ErrorMessage } from "../shell/button.tsx";
import { useAction } from "../shell/use-action.ts";
import type { EnquiryData } from "./load.ts";

/** What the owner wants to remember about an enquiry; the visitor never sees it. */
export function Notes({ enquiry, now }: EnquiryData) {
  const [text, setText] = useState("");
  const { busy, error, buttonProps, formProps } = useAction();
  const { notes } = api.enquiries[":reference"];
  const param = { reference: enquiry.reference };

  async function add(): Promise<void> {
    if (!text.trim()) return;
    await notes.$post({ param, json: { id: randomId(), text } });
    setText("");
  }

  return (
    <section className="section">
      <h2>Notatki</h2>
      <ul className="rows">
        {enquiry.notes.map((note) => (
          <li key={note.id} className="row">
            <div>
              <p className="message">{note.text}</p>
              <time className="quiet" dateTime={note.createdAt}>
                {formatFully(note.createdAt, now)}
              </time>
            </div>
            <Button
              kind="plain"
              {...buttonProps(() => notes[":id"].$delete({ param: { ...param, id: note.id } }))}
            >
              Usuń<span className="visually-hidden"> notatkę: {note.text.slice(0, 40)}</span>
            </Button>
          </li>
        ))}
      </ul>
      <form {...formProps(add)} className="stack">
        <div className="field">
          <label htmlFor="note">Nowa notatka</label>
          <textarea
            id="note"
            value={text}
            maxLength={4000}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <Button type="submit" busy={busy || !text.trim()}>
          Dodaj notatkę
        </Button>
        <ErrorMessage>{error}</ErrorMessage>
      </form>
    </section>
  );
}
