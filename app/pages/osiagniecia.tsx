import { formatDate } from "../../content-model/format-date.ts";
import { plural } from "../../enquiries/plural.ts";
import type { Payloads } from "../payloads.ts";
import type { PageProps } from "../shell/page.ts";
import { interfaceDefaults } from "../ui/defaults.ts";
import { Picture, type PictureData } from "../ui/picture.tsx";
import { useLightbox } from "./lightbox/use-lightbox.tsx";
import { Figures } from "./lists.tsx";
import { Opinions, RatingLine, Stories } from "./opinions.tsx";
import { ClosingCall, PageHeading, type SectionProps } from "./page-frame.tsx";

type Content = Payloads["osiagniecia"];

export function Page({ content, showBelowFold }: PageProps<Content>) {
  const { figures } = content;
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
          <Proof {...content} />
          <Certificates {...content} />
          <Milestones {...content} />
          <Competitions {...content} />
          <ClosingCall {...content.closing} />
        </>
      )}
    </div>
  );
}

function Milestones({ milestones, photos }: Content) {
  if (milestones.length === 0) return null;
  return (
    <PicturedSection id="milestones" heading="Ważne daty" picture={photos.milestones}>
      <ol className="timeline">
        {milestones.map(({ date, title, text }) => (
          <li key={date + title}>
            <time dateTime={date}>{date.split("-")[0]}</time>
            <div>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </PicturedSection>
  );
}

/** The first rows (`rowsPerPage`) are visible, the others collapsed below them (B9.4). */
function Certificates({ certificates, scans, photos }: Content) {
  const lightbox = useLightbox(scans);
  if (certificates.length === 0) return null;
  const { rowsPerPage } = interfaceDefaults.table;
  const older = certificates.slice(rowsPerPage);
  return (
    <PicturedSection id="certificates" heading="Certyfikaty" picture={photos.certificates}>
      <CertificateTable certificates={certificates.slice(0, rowsPerPage)} />
      {older.length > 0 && (
        <details>
          <summary>Starsze certyfikaty: {older.length}</summary>
          <CertificateTable certificates={older} />
        </details>
      )}
      {scans.length > 0 && (
        <ul className="scans">
          {scans.map(({ id, photo, caption }) => (
            <li key={id}>
              <a {...lightbox.linkTo(id, photo)}>
                <Picture picture={photo} sizes="(min-width: 768px) 24rem, 100vw" />
              </a>
              <p className="note">{caption}</p>
            </li>
          ))}
        </ul>
      )}
      {lightbox.view}
    </PicturedSection>
  );
}

function CertificateTable({ certificates }: Pick<Content, "certificates">) {
  return (
    <table className="certificates">
      <thead>
        <tr>
          <th scope="col">Rok</th>
          <th scope="col">Certyfikat</th>
          <th scope="col">Wydany przez</th>
          <th scope="col">Potwierdzenie</th>
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
  );
}

function Competitions({ competitions, photos }: Content) {
  if (competitions.length === 0) return null;
  return (
    <section className="section" aria-labelledby="competitions">
      {photos.competitions && (
        <div className="wide-picture" data-reveal>
          <Picture picture={photos.competitions} sizes="100vw" />
        </div>
      )}
      <div className="wrap">
        <h2 id="competitions">Starty w{"\u00a0"}zawodach</h2>
        <ol className="results columns">
          {competitions.map(({ date, event, discipline, place, result }) => (
            <li key={date + event}>
              <p className="place" data-text={place ? undefined : ""}>
                {place ? `${place}.` : result}
                {place && <span className="unit"> miejsce</span>}
              </p>
              <div>
                <h3>{event}</h3>
                <p>
                  {discipline}
                  {place && result && ` · ${result}`} · <time dateTime={date}>{formatDate(date)}</time>
                </p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

type PicturedProps = SectionProps & { picture: PictureData | undefined };

function PicturedSection({ id, heading, picture, children }: PicturedProps) {
  return (
    <section className={`wrap section ${picture ? "columns with-picture" : ""}`} aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      {children}
      {picture && (
        <div className="side-picture bleed" data-reveal>
          <Picture picture={picture} sizes="(min-width: 768px) 42vw, 100vw" />
        </div>
      )}
    </section>
  );
}

function Proof({ opinions, rating, stories, received }: Content) {
  if (opinions.length + stories.length === 0 && !rating) return null;
  const proven = opinions.filter(({ isProven }) => isProven).length;
  return (
    <section className="wrap section proof columns" aria-labelledby="opinions">
      <h2 id="opinions">{stories.length > 0 ? "Opinie i\u00a0historie" : "Opinie"}</h2>
      <RatingLine rating={rating} />
      {received !== undefined && (
        <p className="note">
          Opinie oznaczone jako sprawdzone napisały osoby po treningu albo rozmowie, przez odnośnik, który
          przyjmuje jedną opinię. Na stronie {plural(proven, "jest", "są", "jest")} {proven} z&nbsp;
          {received.count} {received.count === 1 ? "otrzymanej" : "otrzymanych"} do{" "}
          <time dateTime={received.until}>{formatDate(received.until)}</time>, słowo w&nbsp;słowo.
        </p>
      )}
      <Opinions opinions={opinions} />
      <Stories stories={stories} />
    </section>
  );
}
