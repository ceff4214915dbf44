import type { Payloads } from "../payloads.ts";
import type { PageProps } from "../shell/page.ts";
import { PageLink } from "../shell/page-link.tsx";
import { useVisit } from "../shell/runtime.tsx";
import { Picture, type PictureFile } from "../ui/picture.tsx";
import { useHydrated } from "../ui/use-hydrated.ts";
import { useLightbox } from "./lightbox/use-lightbox.tsx";
import { ClosingCall, PageHeading } from "./page-frame.tsx";

/** The number of photographs that fill a large first screen. */
const firstScreen = 9;

/**
 * The gallery. The hash of the address is the chosen filter: `#category`. Before hydration the style sheet filters by `:target`.
 * Afterwards React does, because `:target` ignores addresses set by script. The targets are between filters and photographs, so
 * that Tab leads from a filter to its photographs.
 */
export function Page({ content, showBelowFold }: PageProps<Payloads["galeria"]>) {
  const { categories, photos } = content;
  const used = categories.filter(({ id }) => photos.some((photo) => photo.category === id));
  const filters = used.length > 1 ? [{ id: "wszystkie-zdjecia", name: "Wszystkie" }, ...used] : [];
  const hash = useVisit((visit) => visit.hash);
  const live = useHydrated();
  const chosen = live ? used.find(({ id }) => hash === `#${id}`)?.id : undefined;
  const current = used.findIndex(({ id }) => id === chosen) + 1;
  const shown = chosen ? photos.filter(({ category }) => category === chosen) : photos;
  const lightbox = useLightbox(shown);
  return (
    <div className="gallery">
      <PageHeading heading={content.heading} lead={content.lead} />
      {filters.length > 0 && (
        <nav className="gallery-filters links wrap" aria-label="Kategorie zdjęć">
          <ul className="cluster">
            {filters.map(({ id, name }, at) => (
              <li key={id}>
                <PageLink to={`/galeria#${id}`} aria-current={live && at === current ? "true" : undefined}>
                  {name}
                </PageLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {filters.map(({ id, name }, at) => (
        <span key={id} id={id} className={live ? "filter" : `filter filter-${at}`}>
          {live && at === current && (
            <span className="visually-hidden">
              {name}. Liczba zdjęć: {shown.length}
            </span>
          )}
        </span>
      ))}
      <ul className="gallery-grid wrap">
        {photos
          .slice(0, showBelowFold ? photos.length : firstScreen)
          .map(({ id, photo, caption, category }, at) => (
            <li
              key={id}
              data-category={used.findIndex((entry) => entry.id === category) + 1}
              data-ratio={ratioName(photo.width / photo.height)}
              hidden={chosen !== undefined && category !== chosen}
            >
              <figure>
                <a {...lightbox.linkTo(id, photo)}>
                  <Picture picture={photo} sizes={gallerySizes(photo, at === 0)} priority={at === 0} />
                </a>
                <figcaption className="note">{caption}</figcaption>
              </figure>
            </li>
          ))}
      </ul>
      {showBelowFold && <ClosingCall {...content.closing} />}
      {lightbox.view}
    </div>
  );
}

/** The `sizes` of a picture in the gallery; on a phone the first one has a row to itself. */
function gallerySizes({ width, height }: PictureFile, first: boolean): string {
  if (ratioName(width / height) === "wide") return "(min-width: 576px) 48vw, 100vw";
  return `(min-width: 576px) 30vw, ${first ? 100 : 50}vw`;
}

/** The nearest of the ratios that the style sheet lays out. */
function ratioName(ratio: number): "tall" | "square" | "wide" {
  if (ratio < 0.9) return "tall";
  return ratio > 1.2 ? "wide" : "square";
}
