import type { Payloads } from "../payload-types.ts";
import { Picture } from "../ui/picture.tsx";

/** One client's progress, with a figure. */
export function Stories({ stories }: Pick<Payloads["osiagniecia"], "stories">) {
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
