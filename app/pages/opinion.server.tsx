import type { ReactNode } from "react";
import { formatDate } from "../../content-model/format-date.ts";
import {
  afterKind,
  consents,
  maxLengths,
  type Opinion,
  type OpinionContent,
  type OpinionForm,
} from "../../opinions/opinion.ts";
import type { PageProps } from "../shell/page.ts";
import { FormField } from "./kontakt/form-field.tsx";

const decisions = {
  sent: "Czeka na decyzję: trafi na stronę w\u00a0całości albo wcale.",
  shown: "Trafia na stronę w\u00a0całości, słowo w\u00a0słowo.",
  hidden: "Nie będzie pokazywana na stronie, ale liczy się wśród otrzymanych.",
};

/** The page of an opinion's private link: a form to write it once, later the opinion with a form to withdraw it (C5). */
export function OpinionPage({ content }: Pick<PageProps<unknown>, "content">) {
  const opinion = content as OpinionContent;
  const { state } = opinion;
  if (state === "withdrawn")
    return (
      <div className="wrap section stack">
        <h1>Opinia wycofana</h1>
        <p className="lead">
          Ze strony i&nbsp;z&nbsp;jej wcześniejszych wersji znika w&nbsp;ciągu kilku minut,
          a&nbsp;z&nbsp;kopii zapasowych najpóźniej po 30&nbsp;dniach.
        </p>
        <p>Zostają tylko data i&nbsp;suma kontrolna słów. Samych słów w&nbsp;niej nie ma.</p>
      </div>
    );
  return (
    <div className="wrap section stack">
      <h1>Twoja opinia</h1>
      <p className="lead">
        Po {afterKind[opinion.kind]} {formatDate(opinion.heldOn)}
      </p>
      <div className="columns venue">
        <div className="place-text stack">
          {state === "offered" ? <Form {...opinion.form} /> : <p>{decisions[state]}</p>}
          {state === "offered" ? null : <Sent {...opinion.words} />}
        </div>
      </div>
    </div>
  );
}

function Form({ values = {}, errors = {} }: Partial<OpinionForm>) {
  const field = (name: keyof Opinion) => ({
    name,
    value: values[name],
    error: errors[name],
    maxLength: maxLengths[name],
  });
  const tick = (name: keyof typeof consents) => ({ name, error: errors[name], isTicked: !!values[name] });
  return (
    <form method="post" className="form stack" noValidate>
      {Object.keys(errors).length > 0 && (
        // biome-ignore lint/a11y/noAutofocus: a page without script cannot announce why the form came back
        <p className="field-error" role="alert" tabIndex={-1} autoFocus>
          Opinia nie została jeszcze wysłana: popraw zaznaczone miejsca.
        </p>
      )}
      <FormField
        {...field("text")}
        label="Opinia"
        hint={`Własnymi słowami, do ${maxLengths.text} znaków. Nikt ich nie zmieni.`}
        multiline
        required
      />
      <FormField {...field("author")} label="Podpis na stronie" hint="Imię albo inicjały." required />
      <FormField
        {...field("about")}
        label="Wiek i&nbsp;od czego zaczynasz"
        hint="Np. 52 lata, pierwszy raz na siłowni."
        optional
      />
      <fieldset>
        <legend>Zgody</legend>
        <Tick {...tick("publication")}>{consents.publication}</Tick>
        <Tick {...tick("health")}>
          {consents.health} <span className="note">(tylko jeśli o&nbsp;tym piszesz)</span>
        </Tick>
      </fieldset>
      <p className="note">
        Zachowaj ten odnośnik: pokaże Twoją opinię i&nbsp;pozwoli wycofać ją na zawsze. Razem z&nbsp;nią
        zapisuję dzień treningu albo rozmowy, dzień wysłania i&nbsp;treść zgód.
      </p>
      <button className="button" type="submit" name="action" value="send">
        Wyślij opinię
      </button>
    </form>
  );
}

type TickProps = { name: string; error?: string | undefined; isTicked?: boolean; children: ReactNode };

function Tick({ name, error, isTicked, children }: TickProps) {
  return (
    <div className="slot-options">
      {error && (
        <p className="field-error" id={`${name}-error`}>
          <span className="visually-hidden">Błąd: </span>
          {error}
        </p>
      )}
      <label>
        <input
          type="checkbox"
          name={name}
          value="1"
          defaultChecked={isTicked}
          required={name !== "health"}
          aria-describedby={error && `${name}-error`}
          aria-invalid={error ? true : undefined}
        />
        <span>{children}</span>
      </label>
    </div>
  );
}

function Sent({ text, author, about }: Opinion) {
  return (
    <>
      <blockquote>
        <p>„{text}”</p>
      </blockquote>
      <p>{[author, about].filter(Boolean).join(", ")}</p>
      <form method="post" className="form stack">
        <h2 className="label">Wycofanie</h2>
        <p>
          Opinia zniknie ze strony, z&nbsp;jej wcześniejszych wersji i&nbsp;z&nbsp;bazy. Z&nbsp;kopii
          zapasowych zniknie najpóźniej po 30&nbsp;dniach. Tego nie da się cofnąć.
        </p>
        <Tick name="confirmed">Wycofuję opinię na zawsze.</Tick>
        <button className="button quiet" type="submit" name="action" value="withdraw">
          Wycofaj opinię
        </button>
      </form>
    </>
  );
}
