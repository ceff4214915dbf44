import { Picture, type PictureData } from "../ui/picture.tsx";

interface Story {
  readonly title: string;
  readonly text: string;
  readonly period: string;
  readonly figure: { readonly value: string; readonly label: string };
  readonly before?: PictureData | undefined;
  readonly after?: PictureData | undefined;
}

/** One client's progress, with a figure. */
export function Stories({ stories }: { stories: readonly Story[] }) {
  return stories.map(({ title, text, period, figure, before, after }) => (
    <article className="story" key={title}>
      <p className="story-figure">
        <strong className="figure">{figure.value}</strong>
        <span>{figure.label}</span>
      </p>
      <div className="story-words">
        <h3>{title}</h3>
        <p>{text}</p>
        <p className="note">{period}</p>
      </div>
      {(before || after) && (
        <div className="story-pictures">
          {[before, after].map(
            (picture) =>
              picture && (
                <Picture key={picture.base} picture={picture} sizes="(min-width: 768px) 25vw, 50vw" />
              ),
          )}
        </div>
      )}
    </article>
  ));
}
