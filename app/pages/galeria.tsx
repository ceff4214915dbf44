import type { Payloads } from "../payload-types.ts";
import { PageLink } from "../shell/page-link.tsx";
import { Picture } from "../ui/picture.tsx";
import { PageHeading } from "./page-heading.tsx";

type Content = Payloads["galeria"];

export function Page({ content }: { content: Content }) {
  const { categories, photos } = content;
  const used = categories.filter(({ id }) => photos.some((photo) => photo.category === id));
  return (
    <div className="gallery">
      {/* The targets stand before the grid, so that the style sheet alone can filter by the address. */}
      {used.map(({ id }, at) => (
        <span key={id} id={id} className={`filter filter-${at + 1}`} />
      ))}
      <PageHeading heading={content.heading} lead={content.lead} />
      <nav className="gallery-filters wrap" aria-label="Kategorie zdjęć">
        <ul>
          <li>
            <PageLink to="/galeria#wszystkie">Wszystkie</PageLink>
          </li>
          {used.map(({ id, name }) => (
            <li key={id}>
              <PageLink to={`/galeria#${id}`}>{name}</PageLink>
            </li>
          ))}
        </ul>
      </nav>
      <ul className="gallery-grid" id="wszystkie">
        {photos.map(({ photo, caption, category }, at) => (
          <li key={photo.base} data-category={used.findIndex(({ id }) => id === category) + 1}>
            <figure>
              <a href={`${photo.base}-${photo.jpg}.jpg`}>
                <Picture picture={photo} sizes="(min-width: 992px) 33vw, (min-width: 576px) 50vw, 100vw" priority={at === 0} />
              </a>
              <figcaption>{caption}</figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </div>
  );
}
