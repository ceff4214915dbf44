import { type ComponentType, useState } from "react";
import type { ContentName } from "../../../content-model/content.ts";
import { fieldAt } from "../../../content-model/form-field.ts";
import { priceOn } from "../../../content-model/later-price.ts";
import { isSame, isTree, type Path } from "../../../content-model/path.ts";
import { toSlug } from "../../../content-model/slug.ts";
import { polishDay } from "../../../enquiries/polish-time.ts";
import { photoUrl } from "../api.ts";
import { Days } from "../content/choice-fields.tsx";
import { useForm, useTyped } from "../content/editing.ts";
import { Field } from "../content/field.tsx";
import { showText } from "../content/field-frame.tsx";
import { change } from "../content/sync.ts";
import { readNumber } from "../content/text-field.tsx";
import { paddedTime, plainTime } from "../format.ts";
import { AddPhotos } from "../photos/add-photos.tsx";
import { TextInput } from "../shell/inputs.tsx";
import { answerAt, namePlaceholder, type Question } from "./questions.ts";

type AnswerProps = { readonly path: Path };

/** What the owner fills in for a question: a control of its own, or the field of the form. */
export function Answer({ question: { key, path } }: { readonly question: Question }) {
  const Control = controls[key] ?? FieldAnswer;
  return <Control path={path} />;
}

function FieldAnswer({ path }: AnswerProps) {
  const field = fieldAt(useForm().form, path);
  const value = answerAt("site", path);
  // A default hides the label "optional", which would discourage an answer.
  return field ? <Field field={{ ...field, default: "" }} value={value} at={path.join(".")} /> : null;
}

const set = (name: ContentName, path: Path, value: unknown) =>
  change(name, { place: path.join("."), change: { do: "set", at: path, old: answerAt(name, path), value } });

/** Sets brand, headline, trainer and data controller to the name, except those that the owner has changed separately. */
function NameAnswer() {
  const [name, setName] = useState(() => String(answerAt("site", ["name"]) ?? ""));
  function write(typed: string): void {
    setName(typed);
    const before = answerAt("site", ["name"]);
    const next = typed.trim() || namePlaceholder;
    for (const path of [["name"], ["trainer", "name"], ["company", "legalName"]])
      if (answerAt("site", path) === before) set("site", path, next);
    if (isSame(answerAt("index", ["hero", "headline"]), headlineOf(String(before))))
      set("index", ["hero", "headline"], headlineOf(next));
  }
  return (
    <TextInput
      label="Imię i nazwisko"
      value={name === namePlaceholder ? "" : name}
      onChange={({ target }) => write(target.value)}
      maxLength={40}
      autoComplete="name"
    />
  );
}

const longestLine = 16;

/** The name as a headline, or a default headline if the name does not fit. */
function headlineOf(name: string): string[] {
  const words = name
    .trim()
    .split(/\s+/)
    .flatMap((word) => (word.length > longestLine ? word.replace(/-(?=.)/, "- ").split(" ") : word));
  const fits =
    name !== namePlaceholder && words.length <= 4 && words.every(({ length }) => length <= longestLine);
  return fits ? words : ["Trening", "personalny"];
}

/** The first service. It is saved once it has a name and a price, and removed once it has neither. */
function ServiceAnswer() {
  const known = answerAt("oferta", ["services"]) as readonly Record<string, unknown>[] | undefined;
  const [opened] = useState(known);
  const [first, ...others] = known ?? opened ?? [];
  const price = priceOn(isTree(first?.price) ? first.price : {}, polishDay(Date.now()));
  const isOnRequest = price.onRequest === true;
  const [typed, setTyped] = useTyped(() => answerAt("oferta", ["services"]), {
    name: String(first?.name ?? ""),
    amount: showText(price.amount),
    unit: String(price.unit ?? "za trening"),
  });
  function write(part: Partial<typeof typed>): void {
    const next = { ...typed, ...part };
    const [name, unit, amount] = [next.name.trim(), next.unit.trim(), readNumber(next.amount)];
    const staysOnRequest = isOnRequest && amount === "";
    if (!name && amount === "" && !isOnRequest && known && others.length === 0) {
      set("oferta", ["services"], undefined);
      // The free hours of a service stay, but no longer name it.
      const named = ["slots", "service"];
      if (answerAt("kontakt", named) === first?.id) set("kontakt", named, undefined);
    }
    if (name && (staysOnRequest || (unit && typeof amount === "number"))) {
      // A new service's address follows its name while that is typed.
      const id = opened?.[0]?.id ?? (toSlug(name) || "usluga");
      const changed = staysOnRequest ? price : { ...price, onRequest: undefined, amount, unit };
      set("oferta", ["services"], [{ ...first, id, name, price: changed }, ...others]);
    }
    setTyped(next);
  }

  return (
    <>
      <TextInput
        label="Nazwa"
        help="Np. Trening personalny."
        value={typed.name}
        required={typed.amount !== "" || isOnRequest}
        maxLength={60}
        onChange={({ target }) => write({ name: target.value })}
      />
      <div className="pair">
        <TextInput
          label="Cena (zł)"
          inputMode="decimal"
          value={typed.amount}
          required={typed.name !== "" && !isOnRequest}
          pattern="[\d\s]+([.,]\d+)?"
          onChange={({ target }) => write({ amount: target.value })}
        />
        <TextInput
          label="Za co"
          value={typed.unit}
          required={typed.amount !== ""}
          maxLength={40}
          onChange={({ target }) => write({ unit: target.value })}
        />
      </div>
    </>
  );
}

/** One free hour on some days. It is saved once it has both, and removed without a day. Other hours are kept. */
function HoursAnswer() {
  const slots = answerAt("kontakt", ["slots"]);
  const [opened] = useState(slots);
  const kept = isTree(slots) ? slots : isTree(opened) ? opened : {};
  const [first, ...others] = (kept.times ?? []) as { days: string[]; time: string }[];
  const hour = { days: first?.days ?? [], time: first?.time ?? "" };
  const [typed, setTyped] = useTyped(() => answerAt("kontakt", ["slots"]), hour);
  function write(part: Partial<typeof typed>): void {
    const next = { ...typed, ...part };
    if (next.days.length === 0 && first && isTree(slots) && others.length === 0)
      set("kontakt", ["slots"], undefined);
    if (next.days.length > 0 && next.time !== "") {
      const [service] = (answerAt("oferta", ["services"]) ?? []) as readonly { id?: string }[];
      const group = { ...(!first && service && { service: service.id }), ...kept };
      const heading = kept.heading || "Wolne terminy";
      set("kontakt", ["slots"], { ...group, heading, times: [{ ...first, ...next }, ...others] });
    }
    setTyped(next);
  }
  return (
    <div className="stack">
      <fieldset className="days field">
        <legend className="label">Dni</legend>
        <Days days={typed.days} onChange={(days) => write({ days })} />
      </fieldset>
      <TextInput
        label="Godzina"
        type="time"
        help={typed.time !== "" && typed.days.length === 0 ? "Zaznacz też dzień." : undefined}
        value={paddedTime(typed.time)}
        required={typed.days.length > 0}
        onChange={({ target }) => write({ time: plainTime(target.value) })}
      />
    </div>
  );
}

/** The owner's picture, straight from the camera. */
function PhotoAnswer({ path }: AnswerProps) {
  const photo = answerAt("site", path);
  const file = isTree(photo) ? String(photo.file) : undefined;
  return (
    <>
      {file ? <img className="answer-photo" src={photoUrl(file, 640)} alt="Wybrane zdjęcie" /> : null}
      <AddPhotos
        single
        label={file ? "Inne zdjęcie" : "Zrób albo wybierz zdjęcie"}
        onEnd={([added]) => {
          if (added?.kind !== "stored") return;
          const name = answerAt("site", ["name"]);
          const alt = name === namePlaceholder ? "Osoba, która prowadzi treningi." : `${name}, portret.`;
          // A face is usually in the upper half.
          const focus = { x: 50, y: 25 };
          set("site", path, { file: added.file, alt, focus });
        }}
      />
    </>
  );
}

const controls: Readonly<Record<string, ComponentType<AnswerProps>>> = {
  headline: NameAnswer,
  services: ServiceAnswer,
  slots: HoursAnswer,
  photo: PhotoAnswer,
};
