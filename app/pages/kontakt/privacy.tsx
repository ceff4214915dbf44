import { formatDate } from "../../../content-model/format-date.ts";
import type { Payloads } from "../../payload-types.ts";
import { hyphenate } from "../../ui/hyphenate.ts";

/** The full information about personal data, collapsed. Browsers open it when a link leads to its hash. */
export function Privacy({ privacy }: Pick<Payloads["kontakt"], "privacy">) {
  const { heading, objection, sections, updated } = privacy;
  return (
    <section className="wrap section" aria-labelledby="privacy-heading">
      <div className="faq privacy">
        <details>
          <summary>
            <h2 id="privacy-heading">{hyphenate(heading)}</h2>
          </summary>
          <div className="privacy-text" id="prywatnosc">
            {sections.map(({ heading, paragraphs }) => (
              <div key={heading}>
                <h3>{heading}</h3>
                {paragraphs.map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
              </div>
            ))}
            {objection && <p className="objection">{objection}</p>}
            <p className="note">
              Ostatnia zmiana: <time dateTime={updated}>{formatDate(updated)}</time>
            </p>
          </div>
        </details>
      </div>
    </section>
  );
}
