import { formatDate } from "../../content-model/format-date.ts";
import type { Payloads } from "../payload-types.ts";
import type { PageProps } from "../shell/page.ts";
import { Figures } from "../ui/figures.tsx";
import { Picture } from "../ui/picture.tsx";
import { ClosingCall } from "./closing-call.tsx";
import { PageHeading } from "./page-heading.tsx";

type Content = Payloads["osiagniecia"];

export function Page({ content, showBelowFold }: PageProps<Content>) {
  const { figures, photos } = content;
  return (
    <div className="achievements">
      <PageHeading heading={content.heading} lead={content.lead} />
      {figures.length > 0 && (
        <div className="wrap">
          <Figures figures={figures} />
        </div>
      )}
      {showBelowFold && (
        <>
          <Milestones {...content} picture={photos.milestones} />
          <Certificates {...content} picture={photos.certificates} />
          <Competitions {...content} picture={photos.competitions} />
          <Opinions {...content} />
          <Transformations {...content} />
          <ClosingCall {...content.closing} />
        </>
      )}
    </div>
  );
}

type WithPicture = Content & { picture: Content["photos"]["milestones"] };

function Milestones({ milestones, picture }: WithPicture) {
  if (milestones.length === 0) return null;
  return (
    <section className="wrap section with-picture" aria-labelledby="milestones">
      <h2 id="milestones">Droga</h2>
      <ol className="timeline">
        {milestones.map(({ date, title, text }) => (
          <li key={date + title}>
            <time dateTime={date}>{date.slice(0, 4)}</time>
            <div>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ol>
      {picture && <SidePicture picture={picture} />}
    </section>
  );
}

function Certificates({ certificates, picture }: WithPicture) {
  if (certificates.length === 0) return null;
  return (
    <section className="wrap section with-picture" aria-labelledby="certificates">
      <h2 id="certificates">Certyfikaty</h2>
      <table className="certificates">
        <thead>
          <tr>
            <th scope="col">Rok</th>
            <th scope="col">Certyfikat</th>
            <th scope="col">Wydany przez</th>
            <th scope="col">Sprawdzenie</th>
          </tr>
        </thead>
        <tbody>
          {certificates.map(({ name, issuer, year, verificationUrl }) => (
            <tr key={name + year}>
              <td>{year}</td>
              <th scope="row">{name}</th>
              <td>{issuer}</td>
              <td>
                {verificationUrl ? (
                  <a href={verificationUrl} rel="noopener noreferrer">
                    Sprawdź<span className="visually-hidden">: {name}</span>
                  </a>
                ) : (
                  "do wglądu na treningu"
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {picture && <SidePicture picture={picture} />}
    </section>
  );
}

function Competitions({ competitions, picture }: WithPicture) {
  if (competitions.length === 0) return null;
  return (
    <section className="section" aria-labelledby="competitions">
      {picture && (
        <div className="wide-picture" data-reveal>
          <Picture picture={picture} sizes="100vw" />
        </div>
      )}
      <div className="wrap">
        <h2 id="competitions">Starty</h2>
        <ol className="results">
          {competitions.map(({ date, event, discipline, place, result }) => (
            <li key={date + event}>
              <p className="place" data-words={place === undefined ? "" : undefined}>
                {place === undefined ? result : `${place}.`}
                {place !== undefined && <span className="unit"> miejsce</span>}
              </p>
              <div>
                <h3>{event}</h3>
                <p>
                  {discipline}
                  {place !== undefined && result ? ` · ${result}` : ""} ·{" "}
                  <time dateTime={date}>{formatDate(date)}</time>
                </p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

function SidePicture({ picture }: { picture: NonNullable<WithPicture["picture"]> }) {
  return (
    <div className="side-picture" data-reveal>
      <Picture picture={picture} sizes="(min-width: 768px) 42vw, 100vw" />
    </div>
  );
}

function Opinions({ opinions }: Content) {
  if (opinions.length === 0) return null;
  return (
    <section className="wrap section" aria-labelledby="opinions">
      <h2 id="opinions">Opinie</h2>
      {opinions.map(({ text, author, date, verification }) => (
        <figure className="opinion" key={author + date}>
          <blockquote>
            <p>{text}</p>
          </blockquote>
          <figcaption>
            {author}, <time dateTime={date}>{formatDate(date)}</time>. {verification}
          </figcaption>
        </figure>
      ))}
    </section>
  );
}

function Transformations({ transformations }: Content) {
  if (transformations.length === 0) return null;
  return (
    <section className="wrap section" aria-labelledby="transformations">
      <h2 id="transformations">Przemiany</h2>
      {transformations.map(({ before, after, text, period }) => (
        <figure className="transformation" key={before.base}>
          <Picture picture={before} sizes="(min-width: 768px) 30vw, 50vw" />
          <Picture picture={after} sizes="(min-width: 768px) 30vw, 50vw" />
          <figcaption>
            <strong>{period}</strong> {text}
          </figcaption>
        </figure>
      ))}
    </section>
  );
}
