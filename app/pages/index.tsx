import type { Payloads } from "../payloads.ts";
import type { PageProps } from "../shell/page.ts";
import { PageLink } from "../shell/page-link.tsx";
import { useSite } from "../shell/runtime.tsx";
import { DefinitionList } from "../ui/definition-list.tsx";
import { hyphenate, visibleLength } from "../ui/hyphenate.ts";
import { Picture, type PictureFile } from "../ui/picture.tsx";
import { Slider } from "../ui/slider.tsx";
import { Faq, Figures, Steps, Ticks } from "./lists.tsx";
import { OpenSlots } from "./open-slots.tsx";
import { Opinions, RatingLine, Stories } from "./opinions.tsx";
import { ClosingCall, MoreLink, Paragraphs, Section } from "./page-frame.tsx";
import { ServicePrice } from "./service-price.tsx";

type Content = Payloads["index"];

export function Page({ content, showBelowFold }: PageProps<Content>) {
  return (
    <div className="index">
      <Hero {...content} />
      {showBelowFold && (
        <>
          <About {...content} />
          <Services {...content} />
          <Proof proof={content.proof} />
          <OpenSlots slots={content.slots} className="wrap section" />
          <Steps id="how" {...content.steps} />
          <Band band={content.band} />
          <Achievements {...content} />
          <Highlights gallery={content.gallery} />
          <Faq id="faq" {...content.faq} more={content.offerPublished && allQuestions} />
          <ClosingCall {...content.closing} />
        </>
      )}
    </div>
  );
}

const allQuestions = <MoreLink to="/oferta#pytania">Wszystkie pytania</MoreLink>;

function Hero({ hero, firstMeeting, services, trainer }: Content) {
  const [mainService] = services.items;
  const { phone, descriptor, areaServed, address, face } = useSite();
  const place = areaServed || address.addressLocality;
  const { label = "", price, note } = firstMeeting ?? {};
  const meeting = price ? <ServicePrice price={price} note={note} /> : note;
  const name = trainer && (
    <span>
      <strong>{trainer.name}</strong>
      {trainer.role && `, ${trainer.role}`}
    </span>
  );
  const portrait = face && (
    <span className="face cluster">
      <Picture picture={face} sizes="5rem" />
      {name}
    </span>
  );
  return (
    <section className="hero">
      <div className="hero-text stack wrap">
        <p className="eyebrow">
          {capitalised(descriptor)}
          {place && "\u00a0· "}
          {place}
        </p>
        <h1 tabIndex={-1} data-length={headlineLength(hero.headline)}>
          {hero.headline.map((line) => (
            <span key={line}>{line} </span>
          ))}
        </h1>
        {hero.lead && <p className="lead">{hero.lead}</p>}
        <div className="actions">
          {phone && (
            <a className="button" href={phone.href}>
              {`${hero.callLabel}:\u00a0${phone.label}`}
            </a>
          )}
          <PageLink className="button quiet" to="/kontakt">
            {hero.writeLabel}
          </PageLink>
        </div>
      </div>
      <DefinitionList
        className="hero-facts wrap"
        rows={[
          [label, meeting],
          [mainService?.name ?? "", mainService && <ServicePrice price={mainService.price} />],
          ["Prowadzi", portrait ?? (trainer?.role && name)],
        ]}
      />
      <div className="hero-picture">
        <Picture picture={hero.photo} sizes="(min-width: 992px) 80vw, 100vw" priority />
      </div>
    </section>
  );
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Headlines with long words get a smaller font, so that no line wraps. */
function headlineLength(lines: readonly string[]): "short" | "medium" | "long" | "longest" {
  const longest = Math.max(...lines.map(visibleLength));
  if (longest <= 8) return "short";
  if (longest <= 11) return "medium";
  return longest <= 13 ? "long" : "longest";
}

function Services({ services, offerPublished }: Content) {
  if (services.items.length === 0) return null;
  return (
    <Section id="services" {...services} isWide>
      {services.items.map((service) => (
        <article className="spread" key={service.id} data-reveal>
          {service.photo && (
            <div className="spread-picture landscape">
              <Picture picture={service.photo} sizes="(min-width: 1200px) 58vw, 100vw" />
            </div>
          )}
          <div className="spread-text stack">
            <h3>{hyphenate(service.name)}</h3>
            {service.lead && <p>{service.lead}</p>}
            {service.includes.length > 0 && <Ticks points={service.includes.slice(0, 3)} />}
            <p className="spread-end cluster">
              <ServicePrice price={service.price} />
              {offerPublished && (
                <PageLink className="arrow-link" to={`/oferta#${service.id}`}>
                  Więcej<span className="visually-hidden">: {service.name}</span>
                </PageLink>
              )}
            </p>
          </div>
        </article>
      ))}
    </Section>
  );
}

function Band({ band }: Pick<Content, "band">) {
  if (!band) return null;
  return (
    <section className="band">
      <Picture picture={band.photo} sizes="(min-width: 768px) 100vw, 170vw" />
      <p className="wrap">{band.text}</p>
    </section>
  );
}

function Achievements({ achievements }: Content) {
  if (achievements.figures.length === 0) return null;
  return (
    <Section id="achievements" {...achievements} className="index-achievements">
      <Figures figures={achievements.figures} />
      <MoreLink to="/osiagniecia">Wszystkie osiągnięcia</MoreLink>
    </Section>
  );
}

function Highlights({ gallery }: Pick<Content, "gallery">) {
  if (gallery.photos.length === 0) return null;
  return (
    <Section id="gallery" {...gallery} isWide more={<MoreLink to="/galeria">Cała galeria</MoreLink>}>
      <Slider label="Wybrane zdjęcia">
        {gallery.photos.map(({ photo, caption }) => (
          <li key={photo.base}>
            <figure>
              <Picture picture={photo} sizes={slideSizes(photo)} />
              <figcaption className="note">{caption}</figcaption>
            </figure>
          </li>
        ))}
      </Slider>
    </Section>
  );
}

/** All slides have the same height, so a landscape slide is wider than a phone's screen. */
function slideSizes({ width, height }: PictureFile): string {
  return width > height ? "(min-width: 768px) 57vw, 131vw" : "(min-width: 768px) 31vw, 72vw";
}

function Proof({ proof }: Pick<Content, "proof">) {
  const { opinions, stories, rating } = proof;
  if (opinions.length + stories.length === 0) return null;
  return (
    <Section id="proof" {...proof} more={<RatingLine rating={rating} />}>
      <Opinions opinions={opinions} />
      <Stories stories={stories} />
    </Section>
  );
}

function About({ about, trainer }: Content) {
  const photo = trainer?.photo ?? about.photo;
  // A name alone is not enough: the first screen already shows it.
  if (!photo && !about.paragraphs && !trainer?.quote && !trainer?.credential) return null;
  return (
    <section className="wrap section columns about" aria-labelledby="about">
      <div className="about-text stack">
        {trainer?.role && <p className="eyebrow">{capitalised(trainer.role)}</p>}
        <h2 id="about">{hyphenate(about.heading)}</h2>
        {trainer?.quote && (
          <blockquote className="lead">
            <p>„{trainer.quote}”</p>
          </blockquote>
        )}
        {about.paragraphs && (
          <div className="prose">
            <Paragraphs texts={about.paragraphs} />
          </div>
        )}
        {trainer?.credential && <p className="credential">{trainer.credential}</p>}
      </div>
      {photo && (
        <div className="about-picture bleed portrait">
          <Picture picture={photo} sizes="(min-width: 992px) 50vw, 100vw" />
        </div>
      )}
    </section>
  );
}
