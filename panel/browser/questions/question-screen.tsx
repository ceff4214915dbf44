import "../content/content.css";
import "../photos/photos.css";
import { useEffect } from "react";
import { Link, redirect, useNavigate, useParams } from "react-router";
import { FileForm } from "../content/file-form.tsx";
import { useSync, watchSaving } from "../content/sync.ts";
import type { FileAnswer } from "../content/sync-state.ts";
import { PreviewFrame } from "../preview/preview-frame.tsx";
import { NotFoundScreen } from "../shell/error-screen.tsx";
import { Screen } from "../shell/screen.tsx";
import { FieldAnswer, HoursAnswer, NameAnswer, PhotoAnswer, ServiceAnswer } from "./answers.tsx";
import { hasBegun, loadQuestions, type Question, questions } from "./questions.ts";

export async function loader() {
  await loadQuestions();
  return hasBegun() ? null : redirect("/pytania");
}

/** One question, its answer and the page that it changes. Each can be left for later (C7.2). */
export function Component() {
  const number = Number(useParams().number);
  const question = questions[number - 1];
  const answer = useSync().files[question?.name ?? "site"];
  if (!question) return <NotFoundScreen />;
  return answer ? <QuestionForm key={number} number={number} question={question} answer={answer} /> : null;
}

interface QuestionProps {
  readonly number: number;
  readonly question: Question;
  readonly answer: FileAnswer;
}

function QuestionForm({ number, question, answer }: QuestionProps) {
  const { name, path, title, help } = question;
  const navigate = useNavigate();
  useEffect(watchSaving, []);
  const next = number < questions.length ? `/pytania/${number + 1}` : "/pytania";
  return (
    <Screen title={title} back={{ to: "/pytania", label: `Pytanie ${number} z ${questions.length}` }}>
      <p>{help}</p>
      <FileForm name={name} answer={answer}>
        <form
          className="part"
          onSubmit={(event) => {
            event.preventDefault();
            void navigate(next);
          }}
        >
          <Answer question={question} answer={answer} />
          <div className="actions">
            <button type="submit" className="button main">
              Dalej
            </button>
            <Link className="button plain" to={next}>
              Później
            </Link>
          </div>
        </form>
      </FileForm>
      <aside className="preview" aria-label="Podgląd">
        <PreviewFrame name={name} focused={path.join(".")} width={390} />
      </aside>
    </Screen>
  );
}

function Answer({ question, answer }: Pick<QuestionProps, "question" | "answer">) {
  switch (question.key) {
    case "headline":
      return <NameAnswer />;
    case "services":
      return <ServiceAnswer />;
    case "slots":
      return <HoursAnswer />;
    case "photo":
      return <PhotoAnswer path={question.path} />;
    default:
      return <FieldAnswer path={question.path} answer={answer} />;
  }
}
