import { formatDate } from "../../content-model/format-date.ts";
import type { Opinion, Rating } from "../../content-model/schema/osiagniecia.ts";
import { plural } from "../../enquiries/plural.ts";
import type { Payloads } from "../payloads.ts";
import { Picture } from "../ui/picture.tsx";

/** Clients' opinions. The law requires a note on how they were verified. */
export function Opinions({ opinions }: { opinions: readonly Opinion[] }) {
  if (opinions.length === 0) return null;
  return (
    <div className="opinions columns">
      {opinions.map(({ text, author, about, date, verification }) => (
        <figure key={author + date + text}>
          <blockquote>
            <p>{`„${text}”`}</p>
          </blockquote>
          <figcaption>
            <strong>{author}</strong>, {about && `${about}, `}
            <time dateTime={date}>{formatDate(date)}</time>
            <span>{verification}</span>
          </figcaption>
        </figure>
      ))}
    </div>
  );
}

/** The average of another service's ratings, with its source and date. */
export function RatingLine({ rating }: { rating: Rating | undefined }) {
  if (!rating) return null;
  const { value, count, source, url, date } = rating;
  // In the panel's preview the count is a text that ends in the mark of its field.
  const words = plural(Number.parseInt(`${count}`, 10), "ocena", "oceny", "ocen");
  return (
    <p className="rating">
      <strong>{value.toLocaleString("pl-PL")}</strong> na 5 ({count} {words}),{" "}
      {url ? (
        <a href={url} rel="noopener noreferrer">
          {source}
        </a>
      ) : (
        source
      )}
      , stan na <time dateTime={date}>{formatDate(date)}</time>
    </p>
  );
}

/** One client's progress, with a figure. */
export function Stories({ stories }: Pick<Payloads["osiagniecia"], "stories">) {
  return stories.map(({ title, text, period, figure, before, after }) => (
    <article className="story" key={title}>
      <p className="story-figure stack close">
        <strong className="figure">{figure.value}</strong>
        <span>{figure.label}</span>
      </p>
      <div className="story-text stack">
        <h3>{title}</h3>
        <p>{text}</p>
        <p className="note">{period}</p>
      </div>
      {(before || after) && (
        <div className="story-pictures portrait">
          {[before, after].map(
            (one) => one && <Picture key={one.base} picture={one} sizes="(min-width: 768px) 25vw, 50vw" />,
          )}
        </div>
      )}
    </article>
  ));
}
