import { useEffect, useState } from "react";
import { Link, useLoaderData, useNavigate } from "react-router";
import { api } from "../api.ts";
import { saveNow, useSync, watchSaving } from "../content/sync.ts";
import { ProblemList } from "../publish/place-list.tsx";
import { PublicationProgress, usePublication } from "../publish/publication.tsx";
import { ActionButton, Button } from "../shell/button.tsx";
import { RowLink, Screen } from "../shell/screen.tsx";
import { findMissing, hasBegun, isAnswered, loadQuestions, questions } from "./questions.ts";

export async function loader() {
  // The server checks what it has.
  await saveNow();
  const [publish] = await Promise.all([api.publish.$get(), loadQuestions()]);
  return publish.json();
}

/** The seven questions, marked if answered on any device, and the publication (C7.2). */
export function Component() {
  const { problems, name: texts } = useLoaderData<typeof loader>();
  // What another device adds later is to be seen in the list of changes first.
  const [seenTexts] = useState(texts);
  const publication = usePublication();
  const navigate = useNavigate();
  useSync();
  useEffect(watchSaving, []);
  const missing = findMissing();
  const first = questions.findIndex((question) => !isAnswered(question));

  async function begin(): Promise<void> {
    await api.content.begin.$post();
    await navigate("/pytania/1");
  }

  if (!hasBegun())
    return (
      <Screen title="Twoja strona w siedmiu pytaniach">
        <p>
          Odpowiedz, na co chcesz, i opublikuj. Czego nie wpiszesz, tego na stronie nie będzie, a przykładowe
          treści znikną. Możesz przerwać w każdej chwili i dokończyć na innym urządzeniu.
        </p>
        <ActionButton kind="main wide" action={begin}>
          Zaczynamy
        </ActionButton>
      </Screen>
    );
  return (
    <Screen title={publication.isDone ? "Strona działa" : "Twoja strona w siedmiu pytaniach"}>
      {publication.isDone ? null : (
        <ol className="rows">
          {questions.map((question, at) => (
            <RowLink key={question.key} to={`/pytania/${at + 1}`}>
              <span className="tick" aria-hidden="true">
                {isAnswered(question) ? "✓" : ""}
              </span>
              {question.title}
              {isAnswered(question) ? <span className="visually-hidden">: jest odpowiedź</span> : null}
            </RowLink>
          ))}
        </ol>
      )}
      {missing.length > 0 ? <p>Do publikacji potrzeba jeszcze {missing.join(" oraz ")}.</p> : null}
      {missing.length === 0 && !publication.busy ? <ProblemList problems={problems} /> : null}
      <PublicationProgress publication={publication} />
      <div className="actions">
        {missing.length > 0 || problems.length > 0 || publication.isDone ? null : texts !== seenTexts ? (
          <Link className="button main" to="/publikacja">
            Co się zmieni
          </Link>
        ) : (
          <Button kind="main" busy={publication.busy} onClick={() => publication.publish(texts)}>
            {publication.busy ? "Publikowanie…" : "Opublikuj"}
          </Button>
        )}
        {publication.isDone ? (
          <Link className="button main" to="/tresc">
            Co dalej
          </Link>
        ) : first >= 0 ? (
          <Link className={missing.length > 0 ? "button main" : "button"} to={`/pytania/${first + 1}`}>
            Następne pytanie
          </Link>
        ) : null}
      </div>
    </Screen>
  );
}
