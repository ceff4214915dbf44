import { Link, redirect, useNavigate, useParams } from "react-router";
import { FileForm } from "../content/file-form.tsx";
import { useSync } from "../content/sync.ts";
import { PreviewFrame } from "../preview/preview-frame.tsx";
import { NotFoundScreen } from "../shell/error-screen.tsx";
import { Screen } from "../shell/screen.tsx";
import { Answer } from "./answers.tsx";
import { hasBegun, loadQuestions, questions } from "./questions.ts";

export async function loader() {
  await loadQuestions();
  return hasBegun() ? null : redirect("/pytania");
}

/** One question, its answer and a preview of the page. Every question can be skipped (C7.2). */
export function Component() {
  const number = Number(useParams().number);
  const { files } = useSync();
  const navigate = useNavigate();
  const question = questions[number - 1];
  if (!question) return <NotFoundScreen />;
  const { name, path, title, help } = question;
  const answer = files[name];
  if (!answer) return null;
  const next = number < questions.length ? `/pytania/${number + 1}` : "/pytania";
  return (
    <Screen
      key={number}
      title={title}
      back={{ to: "/pytania", label: `Pytanie ${number} z ${questions.length}` }}
    >
      <p>{help}</p>
      <FileForm name={name} answer={answer}>
        <form
          className="part"
          onSubmit={(event) => {
            event.preventDefault();
            void navigate(next);
          }}
        >
          <Answer question={question} />
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
