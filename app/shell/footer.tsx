import { DefinitionList } from "../ui/definition-list.tsx";
import { wrapping } from "../ui/wrapping.tsx";
import { Wordmark } from "./header.tsx";
import { LinkItems } from "./page-link.tsx";
import { useSite } from "./runtime.tsx";

export function AddressLines() {
  const { streetAddress, postalCode, addressLocality } = useSite().address;
  return (
    <>
      {streetAddress}
      {streetAddress && (postalCode || addressLocality) && <br />}
      {`${postalCode ?? ""} ${addressLocality ?? ""}`}
    </>
  );
}

export function OpeningHours() {
  const { openingHours, openingNote } = useSite();
  if (openingHours.length === 0) return null;
  return (
    <div>
      <h2 className="label">Godziny treningów</h2>
      <DefinitionList className="opening-hours" rows={openingHours} />
      {openingNote && <p className="note">{openingNote}</p>}
    </div>
  );
}

export function Footer() {
  const site = useSite();
  const { areaServed, company } = site;
  return (
    <footer className="footer wrap">
      <p className="wordmark">
        <Wordmark />
      </p>
      <div className="footer-contact">
        <h2 className="label">Kontakt</h2>
        <address>
          <p>
            {site.phone && <a href={site.phone.href}>{site.phone.label}</a>}
            {site.phone && site.email && <br />}
            {site.email && <a href={`mailto:${site.email}`}>{wrapping(site.email)}</a>}
          </p>
          <p>
            <AddressLines />
            {site.mapAddress && (
              <>
                <br />
                <a href={site.mapAddress} rel="noopener noreferrer">
                  Wyznacz trasę
                </a>
              </>
            )}
          </p>
          {areaServed && <p>{`Dojeżdżam: ${areaServed}`}</p>}
        </address>
      </div>
      <OpeningHours />
      <nav aria-label="Na skróty">
        <h2 className="label">Na skróty</h2>
        <ul>
          <LinkItems links={[...site.menu, { path: "/kontakt#prywatnosc", label: "Prywatność" }]} />
          <li>
            <a href="/wizytowka.vcf" download>
              Zapisz wizytówkę
            </a>
          </li>
        </ul>
      </nav>
      {site.socialProfiles.length > 0 && (
        <div>
          <h2 className="label">Obserwuj</h2>
          <ul>
            {site.socialProfiles.map(({ name, url }) => (
              <li key={url}>
                <a href={url} rel="noopener noreferrer me">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
      <p className="company">
        {[
          company.legalName,
          company.nip && `NIP\u00a0${company.nip}`,
          company.regon && `REGON\u00a0${company.regon}`,
          company.note,
        ]
          .filter(Boolean)
          .join("\u00a0· ")}
      </p>
    </footer>
  );
}
