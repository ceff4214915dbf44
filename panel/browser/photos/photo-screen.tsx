import "./photos.css";
import { useState } from "react";
import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { api } from "../api.ts";
import { fieldAddress } from "../publish/field-address.ts";
import { ActionButton, Problem } from "../shell/action-button.tsx";
import { Screen } from "../shell/screen.tsx";
import { useAction } from "../shell/use-action.ts";
import { FocalPoint, type Focus } from "./focal-point.tsx";
import { photoAddress } from "./photo-address.ts";
import { RemoveEverywhere } from "./remove-everywhere.tsx";

export async function loader({ request }: LoaderFunctionArgs) {
  const file = new URL(request.url).searchParams.get("plik") ?? "";
  return (await api.photos[":file"].$get({ param: { file } })).json();
}

/** One photograph: what it shows, what stays when it is cropped, who agreed, where it is used, and its end. */
export function Component() {
  const { photo, blockers } = useLoaderData<typeof loader>();
  return (
    <Screen title="Zdjęcie" back={{ to: "/zdjecia", label: "Zdjęcia" }}>
      <Notes key={photo.file} photo={photo} />
      <section className="section">
        <h2>Gdzie jest</h2>
        {photo.uses.length === 0 ? (
          <p>Jeszcze nigdzie. Wybierzesz je w treści, przy miejscu na zdjęcie.</p>
        ) : (
          <ul className="rows">
            {photo.uses.map((use) => (
              <li key={use.trail.join("/")}>
                <Link className="row" to={fieldAddress(use)}>
                  <span>{use.trail.join(" › ")}</span>
                  <span aria-hidden="true">→</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </section>
      <RemoveEverywhere file={photo.file} isShown={photo.isShown} blockers={blockers} />
    </Screen>
  );
}

type Photo = Awaited<ReturnType<typeof loader>>["photo"];

const usualScope = "zdjęcie na stronie internetowej, do odwołania";

function Notes({ photo }: { readonly photo: Photo }) {
  const [alt, setAlt] = useState(photo.alt ?? "");
  const [focus, setFocus] = useState<Focus | undefined>(photo.focus);
  const [hasPeople, setHasPeople] = useState(photo.recognisablePeople ?? false);
  const [person, setPerson] = useState(photo.consent?.person ?? "");
  const [date, setDate] = useState(photo.consent?.date ?? "");
  const [scope, setScope] = useState(photo.consent?.scope ?? usualScope);
  const [saved, setSaved] = useState(false);
  const { busy, problem, run } = useAction();
  const isMissing = alt.trim() === "" || (hasPeople && (person.trim() === "" || date === ""));

  function save(): void {
    const consent = hasPeople ? { person, date, scope } : undefined;
    void run(async () => {
      await api.photos[":file"].$put({
        param: { file: photo.file },
        json: { alt, focus, recognisablePeople: hasPeople, consent },
      });
      setSaved(true);
    });
  }

  return (
    <div className="stack" onChange={() => setSaved(false)}>
      <FocalPoint
        src={photoAddress(photo.file, { width: 1280 })}
        alt={alt}
        focus={focus}
        onChange={(next) => {
          setFocus(next);
          setSaved(false);
        }}
      />
      <div className="field">
        <label htmlFor="alt">Co widać na zdjęciu</label>
        <textarea
          id="alt"
          maxLength={200}
          value={alt}
          onChange={(event) => setAlt(event.target.value)}
          aria-describedby="alt-help"
        />
        <p id="alt-help" className="quiet">
          Jednym zdaniem, dla osób, które go nie widzą. Na przykład: „Trzy czarne odważniki w rzędzie”.
        </p>
      </div>
      <label className="check">
        <input type="checkbox" checked={hasPeople} onChange={(event) => setHasPeople(event.target.checked)} />
        Kogoś na zdjęciu można rozpoznać
      </label>
      {hasPeople ? (
        <fieldset className="consent">
          <legend className="label">Zgoda tej osoby (nie trafia na stronę)</legend>
          <div className="field">
            <label htmlFor="person">Imię i nazwisko</label>
            <input
              id="person"
              autoComplete="off"
              maxLength={100}
              value={person}
              onChange={(event) => setPerson(event.target.value)}
            />
          </div>
          <div className="field">
            <label htmlFor="date">Data zgody</label>
            <input id="date" type="date" value={date} onChange={(event) => setDate(event.target.value)} />
          </div>
          <div className="field">
            <label htmlFor="scope">Zakres zgody</label>
            <input
              id="scope"
              maxLength={300}
              value={scope}
              onChange={(event) => setScope(event.target.value)}
            />
          </div>
        </fieldset>
      ) : null}
      <Problem>{problem}</Problem>
      <ActionButton kind="main wide" busy={busy || isMissing} onClick={save}>
        {saved ? "Zapisane" : "Zapisz"}
      </ActionButton>
      {isMissing ? (
        <p className="quiet">
          {alt.trim() === "" ? "Opisz, co widać na zdjęciu." : "Wpisz, kto i kiedy wyraził zgodę."}
        </p>
      ) : null}
    </div>
  );
}
