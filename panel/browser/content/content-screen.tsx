import { Link, useLoaderData } from "react-router";
import type { ContentName } from "../../../content-model/content.ts";
import { plural } from "../../../enquiries/plural.ts";
import { api } from "../api.ts";
import { fieldUrl, RowLink, Screen } from "../shell/screen.tsx";
import { SaveLine } from "./save-line.tsx";

export const loader = async () => (await api.content.$get()).json();

/** The list of the content files, one per page. */
export function Component() {
  const { files, todos } = useLoaderData<typeof loader>();
  return (
    <Screen title="Treść">
      <SaveLine />
      <StartList todos={todos} />
      <nav className="actions" aria-label="Najczęściej zmieniane">
        {shortcuts.map(({ label, ...place }) => (
          <Link key={label} className="button" to={fieldUrl(place)}>
            {label}
          </Link>
        ))}
      </nav>
      <ul className="rows content-files">
        {files.map(({ name, label, problems }) => (
          <RowLink key={name} to={`/tresc/${name}`}>
            <strong>{label}</strong>
            {problems > 0 ? (
              <span className="mark">
                {" "}
                {problems} {plural(problems, "miejsce", "miejsca", "miejsc")} do poprawienia
              </span>
            ) : null}
            <span className="trail">{contents[name]}</span>
          </RowLink>
        ))}
      </ul>
      <p>
        <Link to="/publikacja/historia">Historia strony</Link>
      </p>
    </Screen>
  );
}

const shortcuts = [
  { label: "Ceny", name: "oferta", path: ["services"] },
  { label: "Godziny", name: "site", path: ["openingHours"] },
  { label: "Wolne terminy", name: "kontakt", path: ["slots"] },
  { label: "Komunikat", name: "site", path: ["notice"] },
] as const;

const contents: Readonly<Record<ContentName, string>> = {
  site: "telefon, godziny, adres, komunikat o urlopie, kolor, logo",
  index: "pierwszy ekran, „O mnie”, pokazane usługi",
  oferta: "usługi i ceny, pakiety, zasady, pytania i odpowiedzi",
  galeria: "zdjęcia i ich kategorie",
  osiagniecia: "certyfikaty, starty, opinie, historie",
  kontakt: "wolne terminy, formularz, dojazd, zdjęcia miejsca",
  dziekujemy: "co widać po wysłaniu formularza",
  prywatnosc: "informacja o danych osobowych",
};

function StartList({ todos }: Pick<Awaited<ReturnType<typeof loader>>, "todos">) {
  const done = todos.filter(({ left }) => left === 0);
  if (done.length === todos.length) return null;
  return (
    <details>
      <summary className="label figure">
        Zacznij tutaj: zrobione {done.length} z {todos.length}
      </summary>
      <p className="quiet">
        Najważniejsze jest na górze. Każdy punkt prowadzi do swojego miejsca i sam się odhacza.{" "}
        <Link to="/pytania">Twoja strona w siedmiu pytaniach</Link>
      </p>
      <ul className="rows">
        {todos.map(({ name, why, left, at }) => (
          <RowLink key={name} to={typeof at === "string" ? at : fieldUrl(at)}>
            <span className={left === 0 ? "quiet" : undefined}>
              <span className="tick" aria-hidden="true">
                {left === 0 ? "✓" : ""}
              </span>
              {name}
              {left === 0 ? <span className="visually-hidden">: zrobione</span> : null}
              {left > 1 ? <span className="quiet figure"> zostało: {left}</span> : null}
            </span>
            {left === 0 ? null : <span className="trail">{why}</span>}
          </RowLink>
        ))}
      </ul>
    </details>
  );
}
