import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import type { NotedPhoto } from "../../server/api.ts";
import { api } from "../api.ts";
import { useTyped } from "../content/editing.ts";
import { SaveLine } from "../content/save-line.tsx";
import { change, detailsOf, dropMine, readSync, unsavedChanges, useSync } from "../content/sync.ts";
import { PlaceList } from "../publish/place-list.tsx";
import { PublicationProgress, usePublication } from "../publish/publication.tsx";
import { ActionButton, Button, ErrorMessage } from "../shell/button.tsx";
import { Check, TextInput } from "../shell/inputs.tsx";
import { Screen, Section } from "../shell/screen.tsx";
import { FocalPoint } from "./focal-point.tsx";

export async function loader({ request }: LoaderFunctionArgs) {
  const file = new URL(request.url).searchParams.get("plik") ?? "";
  return (await api.photos[":file"].$get({ param: { file } })).json();
}

/** One photograph: description, focal point, consent, uses and removal. */
export function Component() {
  const loaded = useLoaderData<typeof loader>();
  const { photo } = loaded;
  return (
    <Screen title="Zdjęcie" back={{ to: "/zdjecia", label: "Zdjęcia" }}>
      <Notes key={photo.file} photo={photo} />
      <Section title="Gdzie jest">
        {photo.uses.length === 0 ? (
          <p>Jeszcze nigdzie. Wybierzesz je w treści, przy miejscu na zdjęcie.</p>
        ) : (
          <PlaceList places={photo.uses.map((place) => ({ place, trail: place.trail, text: "" }))} />
        )}
      </Section>
      <RemoveEverywhere {...loaded} />
    </Screen>
  );
}

type Loaded = Awaited<ReturnType<typeof loader>>;

const newConsent = { person: "", date: "", scope: "zdjęcie na stronie internetowej, do odwołania" };

const consentFields = [
  { id: "person", label: "Imię i nazwisko", autoComplete: "off", maxLength: 100 },
  // Without a latest day, browsers take years of five digits, which the server refuses.
  { id: "date", label: "Data zgody", type: "date", max: "9999-12-31" },
  { id: "scope", label: "Zakres zgody", maxLength: 300 },
] as const;

/** The details of a photograph, saved automatically. What nobody has typed here is as another device has saved it (P4.6). */
function Notes({ photo: { file, ...photo } }: Pick<Loaded, "photo">) {
  const name = `photo:${file}` as const;
  const unsaved = () => detailsOf(unsavedChanges(readSync(), name));
  // What was refused is sent again with what is typed next.
  const conflicts = useSync().unsaved.conflicts.filter((one) => one.name === name);
  const refused = detailsOf(conflicts.map(({ change }) => change));
  const [typed, setTyped] = useTyped<NotedPhoto>(() => photo, { ...refused, ...unsaved() });
  const note = { ...photo, ...typed };
  const { alt = "", focus, recognisablePeople: hasPeople = false } = note;
  // An entry of the content may know only a part of it.
  const consent = { ...newConsent, ...note.consent };

  /** Saves only what changed, because another device may change the rest. */
  function save(part: NotedPhoto): void {
    setTyped({ ...typed, ...part });
    const before = unsaved();
    const value = { ...refused, ...before, ...part };
    change(name, { place: "", change: { do: "set", at: [], old: before, value } });
  }

  /** A device that another one let in forgets a consent only with a passkey, which saving by itself cannot ask for. */
  async function sendAgain(json: NotedPhoto): Promise<void> {
    await api.photos[":file"].$put({ param: { file }, json });
    conflicts.forEach(dropMine);
  }

  return (
    <div className="stack">
      <SaveLine />
      <ErrorMessage>{refused && "Ostatnich zmian nie dało się zapisać. Popraw je tutaj."}</ErrorMessage>
      {refused && (refused.recognisablePeople === false || refused.consent) ? (
        <ActionButton action={() => sendAgain(refused)}>Potwierdź, że to Ty, i zapisz</ActionButton>
      ) : null}
      <FocalPoint file={file} alt={alt} focus={focus} onChange={(next) => save({ focus: next })} />
      <TextInput
        as="textarea"
        label="Co widać na zdjęciu"
        help="Jednym zdaniem, dla osób, które go nie widzą. Na przykład: „Trzy czarne odważniki w rzędzie”."
        maxLength={200}
        value={alt}
        onChange={({ target }) => save({ alt: target.value })}
      />
      <Check
        checked={hasPeople}
        // Without the tick, the server forgets the consent; this screen still knows it.
        onChange={(isOn) => save({ recognisablePeople: isOn, ...(note.consent && { consent }) })}
      >
        Kogoś na zdjęciu można rozpoznać
      </Check>
      {hasPeople ? (
        <fieldset className="notice stack close">
          <legend className="label">Zgoda tej osoby (nie trafia na stronę)</legend>
          {consentFields.map(({ id, label, ...input }) => (
            <TextInput
              key={id}
              {...input}
              label={label}
              value={consent[id]}
              onChange={({ target }) => save({ consent: { ...consent, [id]: target.value } })}
            />
          ))}
        </fieldset>
      ) : null}
      {alt.trim() === "" ? <p className="notice next">Opisz jeszcze, co widać na zdjęciu.</p> : null}
      {hasPeople && !(consent.person.trim() && consent.date) ? (
        <p className="notice next">Wpisz jeszcze, kto i kiedy wyraził zgodę.</p>
      ) : null}
    </div>
  );
}

/** Removes a photograph for good, after a withdrawn consent or an accidental upload. */
function RemoveEverywhere({ photo: { file, isShown }, blockers }: Loaded) {
  const publication = usePublication();
  const inDraft = blockers.filter(({ isDraft }) => isDraft);
  const remove = () => api.photos[":file"].$delete({ param: { file } });

  return (
    <details className="section">
      <summary>Usuń wszędzie</summary>
      <p>
        Zdjęcie zniknie z treści{isShown ? ", ze strony" : ""}, z historii i ze wszystkich plików na serwerze.
        Tego nie da się cofnąć. Zostanie w kopiach zapasowych i w pamięci przeglądarek osób, które je już
        widziały.
      </p>
      {inDraft.length > 0 ? (
        <>
          <p>Te miejsca muszą mieć zdjęcie. Najpierw wybierz w nich inne:</p>
          <PlaceList places={inDraft.map((place) => ({ place, trail: place.trail, text: "" }))} />
        </>
      ) : blockers.length > 0 ? (
        <p>
          Na stronie jest jeszcze w miejscu, które musi mieć zdjęcie.{" "}
          <Link to="/publikacja">Opublikuj zmiany</Link>, potem usuń je tutaj.
        </p>
      ) : (
        <Button busy={publication.busy} onClick={() => void publication.run(remove)}>
          Usuń na zawsze
        </Button>
      )}
      <PublicationProgress publication={publication} />
    </details>
  );
}
