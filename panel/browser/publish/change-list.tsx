import type { ChangeView } from "../../server/api.ts";
import { photoAddress } from "../photos/photo-address.ts";

interface ChangeListProps {
  readonly changes: readonly ChangeView[];
  /** Whether visitors do not see them yet. */
  readonly toCome?: boolean;
  /** The publication whose photographs are the old ones; left out: those that visitors see. */
  readonly versions?: { readonly before?: string | undefined; readonly after?: string | undefined };
}

/** Changes by page and field, before and after, in words and pictures. */
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
  /** For what was before and what came after. */
  readonly words: readonly [string, string];
  readonly versions: NonNullable<ChangeListProps["versions"]>;
}

function Change({ change, words: [was, is], versions }: ChangeProps) {
  const { path, trail, kind, entry, before, after, photos } = change;
  // That a photograph is a file is no news to its owner.
  const place = trail.slice(1, photos && path.at(-1) === "file" ? -1 : undefined);
  const isWhole =
    entry === undefined && (photos !== undefined || (before === undefined && after === undefined));
  return (
    <>
      <p className="trail">{place.join(" › ")}</p>
      {kind === "moved" ? <p>Zmieniona kolejność</p> : null}
      {entry !== undefined && kind === "removed" ? <Side word="Usunięto" text={entry} isGone /> : null}
      {entry !== undefined && kind === "added" ? <Side word="Dodano" text={entry} /> : null}
      {entry === undefined && !photos && before !== undefined ? (
        <Side word={kind === "removed" ? "Usunięto" : was} text={before} isGone />
      ) : null}
      {entry === undefined && !photos && after !== undefined ? (
        <Side word={kind === "added" ? "Dodano" : is} text={after} />
      ) : null}
      {isWhole && kind === "removed" ? <p>Usunięto</p> : null}
      {isWhole && kind === "added" ? <p>Dodano</p> : null}
      {photos ? (
        <div className="sides">
          <Pictures files={photos.before} word={was} version={versions.before} />
          <Pictures files={photos.after} word={is} version={versions.after} />
        </div>
      ) : null}
    </>
  );
}

function Side({ word, text, isGone = false }: { word: string; text: string; isGone?: boolean }) {
  return (
    <p className={isGone ? "side gone" : "side"}>
      <span className="label">{word}</span> {isGone ? <del>{text}</del> : <ins>{text}</ins>}
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
      <img src={photoAddress(file, { width: 640, version })} alt={`${word}: ${file}`} loading="lazy" />
      <figcaption className="quiet">{word}</figcaption>
    </figure>
  ));
}
