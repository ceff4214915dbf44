import type { ChangeView } from "../../server/api.ts";
import { photoUrl } from "../api.ts";

interface ChangeListProps {
  readonly changes: readonly ChangeView[];
  readonly upcoming?: boolean;
  /** The releases to load the photographs from; see `photoUrl` for the default. */
  readonly releases?: { readonly before?: string | undefined; readonly after?: string | undefined };
}

export function ChangeList({ changes, ...shown }: ChangeListProps) {
  const pageOf = ({ trail }: ChangeView) => trail[0] ?? "";
  return [...new Set(changes.map(pageOf))].map((page) => (
    <section key={page} className="section changes">
      <h2>{page}</h2>
      <ul>
        {changes
          .filter((change) => pageOf(change) === page)
          .map((change) => (
            <li key={change.kind + change.path.join("/") + (change.entry ?? "")}>
              <Change change={change} {...shown} />
            </li>
          ))}
      </ul>
    </section>
  ));
}

type ChangeProps = Omit<ChangeListProps, "changes"> & { readonly change: ChangeView };

function Change({ change, upcoming = false, releases = {} }: ChangeProps) {
  const labels = upcoming ? { before: "Jest", after: "Będzie" } : { before: "Było", after: "Jest" };
  const { path, trail, kind, entry, photos } = change;
  // Hides the `file` field of a photograph.
  const place = trail.slice(1, photos && path.at(-1) === "file" ? -1 : undefined);
  const kindText = kindTexts[kind];
  const sides = (["before", "after"] as const).map((side) => ({
    label: labels[side],
    Text: side === "before" ? ("del" as const) : ("ins" as const),
    // An entry shows its name instead, a photograph its picture.
    text: kind === absent[side] ? undefined : (entry ?? (photos ? undefined : change[side])),
    files: photos?.[side] ?? [],
    release: releases[side],
  }));
  return (
    <>
      <p className="trail">{place.join(" › ")}</p>
      {kindText && sides.every(({ text }) => text === undefined) ? <p>{kindText}</p> : null}
      {sides.map(({ label, Text, text }) =>
        text === undefined ? null : (
          <p key={label} className="side">
            <span className="quiet">{kindText ?? label}</span> <Text>{text}</Text>
          </p>
        ),
      )}
      {photos ? (
        <div className="actions sides">
          {sides.map(({ label, files, release }) =>
            files.map((file) => (
              <figure key={label + file}>
                <img src={photoUrl(file, 640, release)} alt={`${label}: ${file}`} loading="lazy" />
                <figcaption className="quiet">{label}</figcaption>
              </figure>
            )),
          )}
        </div>
      ) : null}
    </>
  );
}

/** The kind of change that has no value on a side. */
const absent = { before: "added", after: "removed" };
const kindTexts = { removed: "Usunięto", added: "Dodano", moved: "Zmieniona kolejność", changed: undefined };
