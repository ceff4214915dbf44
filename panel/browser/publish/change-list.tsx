import type { ReactNode } from "react";
import type { ChangeView } from "../../server/api.ts";
import { photoUrl } from "../photos/photo-url.ts";

interface ChangeListProps {
  readonly changes: readonly ChangeView[];
  /** Whether the changes are not published yet. */
  readonly toCome?: boolean;
  /** The publications to take the photographs from. Default: the draft, else the live site. */
  readonly versions?: { readonly before?: string | undefined; readonly after?: string | undefined };
}

/** Changes by page and field, with the values before and after. */
export function ChangeList({ changes, toCome = false, versions = {} }: ChangeListProps) {
  const pages = [...new Set(changes.map(({ trail }) => trail[0] ?? ""))];
  return pages.map((page) => (
    <section key={page} className="section changes">
      <h2>{page}</h2>
      <ul>
        {changes
          .filter(({ trail }) => trail[0] === page)
          .map((change) => (
            <li key={change.kind + change.path.join("/") + (change.entry ?? "")}>
              <Change
                change={change}
                words={toCome ? ["Jest", "Będzie"] : ["Było", "Jest"]}
                versions={versions}
              />
            </li>
          ))}
      </ul>
    </section>
  ));
}

interface ChangeProps {
  readonly change: ChangeView;
  /** Labels of the values before and after. */
  readonly words: readonly [string, string];
  readonly versions: NonNullable<ChangeListProps["versions"]>;
}

function Change({ change, words: [was, is], versions }: ChangeProps) {
  const { path, trail, kind, entry, before, after, photos } = change;
  // Hides the `file` field of a photograph.
  const place = trail.slice(1, photos && path.at(-1) === "file" ? -1 : undefined);
  // An entry shows its name instead, a photograph its picture.
  const textOf = (text: string | undefined) => entry ?? (photos ? undefined : text);
  const old = kind === "added" ? undefined : textOf(before);
  const fresh = kind === "removed" ? undefined : textOf(after);
  const kindText = kindTexts[kind];
  return (
    <>
      <p className="trail">{place.join(" › ")}</p>
      {old === undefined && fresh === undefined && kindText ? <p>{kindText}</p> : null}
      {old === undefined ? null : <Side word={kindText ?? was} text={<del>{old}</del>} />}
      {fresh === undefined ? null : <Side word={kindText ?? is} text={<ins>{fresh}</ins>} />}
      {photos ? (
        <div className="sides">
          <Pictures files={photos.before} word={was} version={versions.before} />
          <Pictures files={photos.after} word={is} version={versions.after} />
        </div>
      ) : null}
    </>
  );
}

const kindTexts = { removed: "Usunięto", added: "Dodano", moved: "Zmieniona kolejność", changed: undefined };

function Side({ word, text }: { word: string; text: ReactNode }) {
  return (
    <p className="side">
      <span className="label">{word}</span> {text}
    </p>
  );
}

interface PicturesProps {
  readonly files: readonly string[];
  readonly word: string;
  readonly version: string | undefined;
}

function Pictures({ files, word, version }: PicturesProps) {
  return files.map((file) => (
    <figure key={file}>
      <img src={photoUrl(file, { width: 640, version })} alt={`${word}: ${file}`} loading="lazy" />
      <figcaption className="quiet">{word}</figcaption>
    </figure>
  ));
}
