import type { Content } from "../content-model/content.ts";
import { photoId } from "../content-model/cross-checks.ts";
import { formatOpeningHours, slotsByDay } from "../content-model/format-opening-hours.ts";
import { formatPhone } from "../content-model/format-phone.ts";
import { photosWithin } from "../content-model/named-photos.ts";
import { isTree, mapDeep } from "../content-model/path.ts";
import type { Photo } from "../content-model/schema/photo.ts";
import { typography } from "../content-model/typography.ts";
import type { FormValues } from "../enquiries/form.ts";
import { type RouteName, routes } from "./routes.ts";
import type { PictureData, PictureFile } from "./ui/picture.tsx";

/** A piece of content with encoded pictures in place of its photos. */
export type WithPictures<T> = T extends Photo
  ? PictureData
  : T extends readonly (infer Entry)[]
    ? WithPictures<Entry>[]
    : T extends object
      ? { [Key in keyof T]: WithPictures<T[Key]> }
      : T;

/** The files in content/photos that the content shows. */
export function photoFiles(content: Content): string[] {
  return [...new Set(photosWithin(content).map(({ file }) => file))];
}

function isPhoto(value: unknown): value is Photo {
  return isTree(value) && "file" in value && "alt" in value;
}

/** Replaces every photograph in a part of the content by its encoded picture. */
export function withPictures<T>(value: T, pictures: ReadonlyMap<string, PictureFile>): WithPictures<T> {
  return mapDeep(value, (one) => (isPhoto(one) ? pictureOf(one, pictures) : one)) as WithPictures<T>;
}

function pictureOf(photo: Photo, pictures: ReadonlyMap<string, PictureFile>): PictureData {
  const file = pictures.get(photo.file);
  const phone = photo.phone && pictures.get(photo.phone.file);
  if (!file) throw new Error(`No picture was built for ${photo.file}`);
  return {
    ...file,
    alt: photo.alt,
    focus: photo.focus,
    ...(phone && { phone: { ...phone, focus: photo.phone?.focus } }),
  };
}

/** The number of services on the home page if the owner chose none. */
const maxDefaultServices = 3;

/**
 * Removes content that only hidden pages show, so that it is not published (B6.8). Also hides pages without content (C7.2). The
 * preview can show a hidden page (`previewed`).
 */
export function withoutHidden(content: Content, previewed?: RouteName): Content {
  const shownIf = <Page extends Content[RouteName]>(name: RouteName, page: Page, facts: unknown[]): Page => {
    const published = name === previewed || (page.meta.published && facts.length > 0);
    return { ...page, meta: { ...page.meta, published } };
  };
  const { figures, certificates, competitions, milestones, opinions, stories, rating } = content.osiagniecia;
  const facts = [figures, certificates, competitions, milestones, opinions, stories, rating ?? []].flat();
  const osiagniecia = shownIf("osiagniecia", content.osiagniecia, facts);
  const galeria = shownIf("galeria", content.galeria, content.galeria.photos);
  const nothing = { photos: {}, figures: [], certificates: [], opinions: [], rating: undefined, stories: [] };
  return {
    ...content,
    oferta: shownIf("oferta", content.oferta, [...content.oferta.services, ...content.oferta.packages]),
    galeria: galeria.meta.published ? galeria : { ...galeria, photos: [] },
    osiagniecia: osiagniecia.meta.published ? osiagniecia : { ...osiagniecia, ...nothing },
  };
}

/** The published paths, in route order. */
export function publishedPaths(content: Content): string[] {
  return routes.filter((route) => content[route.name].meta.published).map((route) => route.path);
}

/** The owner's logo: its file and aspect ratio. */
export interface Logo {
  readonly src: string;
  readonly width: number;
  readonly height: number;
}

/** The facts that every page needs, for header, footer and contact links. */
export interface SitePayload extends ReturnType<typeof sitePayload> {
  readonly logo?: Logo | undefined;
  /** The paths of the pages that are marked as a sample, or `everywhere`. */
  readonly sampleNotice: "everywhere" | readonly string[];
}

export function sitePayload(content: Content, pictures: ReadonlyMap<string, PictureFile>) {
  const { site } = content;
  const { streetAddress, postalCode, addressLocality } = site.address;
  const town = [postalCode, addressLocality].filter(Boolean).join(" ");
  const place = site.geo
    ? `${site.geo.latitude},${site.geo.longitude}`
    : streetAddress && [streetAddress, town].filter(Boolean).join(", ");
  return {
    name: site.name,
    descriptor: site.descriptor,
    phone: site.telephone ? { href: `tel:${site.telephone}`, label: formatPhone(site.telephone) } : undefined,
    email: site.email,
    address: site.address,
    /** The URL of directions to the gym, if its address is known. */
    mapAddress: place && `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(place)}`,
    openingHours: formatOpeningHours(site.openingHours),
    openingNote: site.openingNote,
    callNote: site.callNote,
    messages: messageLinks(site),
    face: faceOf(site, pictures),
    notice: site.notice && noticeOf(content, site.notice),
    /** The places that the trainer travels to, as a Polish list; empty for none. */
    areaServed: typography(new Intl.ListFormat("pl").format(site.areaServed)),
    socialProfiles: site.socialProfiles,
    company: site.company,
    answerTime: site.answerTime,
    menu: routes
      .filter(({ inMenu, name }) => inMenu && content[name].meta.published)
      .map(({ path, label }) => ({ path, label })),
    errorPhoto: site.errorPhoto && withPictures(site.errorPhoto, pictures),
  };
}

/** The trainer's portrait, unless it is the sample's. Without the crop for phones, which is too large here. */
function faceOf({ trainer }: Content["site"], pictures: ReadonlyMap<string, PictureFile>) {
  if (!trainer?.photo || trainer.sample) return undefined;
  const { phone: _phone, ...photo } = trainer.photo;
  return withPictures(photo, pictures);
}

function messageLinks({ telephone, messages }: Content["site"]) {
  if (!telephone) return [];
  return [
    ...(messages?.sms ? [{ label: "SMS", href: `sms:${telephone}` }] : []),
    ...(messages?.whatsapp ? [{ label: "WhatsApp", href: `https://wa.me/${telephone.slice(1)}` }] : []),
  ];
}

function noticeOf({ oferta }: Content, notice: NonNullable<Content["site"]["notice"]>) {
  const { text, price, service } = notice;
  return { text, price, to: service && oferta.meta.published ? `/oferta#${service}` : undefined };
}

/** The data of each page, by the name of its route. */
export type Payloads = ReturnType<typeof pagePayloads>;

/** The trainer's open slots as hours of a week. The app replaces them by dates. */
export type OpenSlots = NonNullable<Payloads["index"]["slots"]>;

/** The number of opinions with proof received by the day of the publication, shown or not. */
export interface Received {
  readonly count: number;
  readonly until: string;
}

export function pagePayloads(
  content: Content,
  pictures: ReadonlyMap<string, PictureFile>,
  retentionDays: number,
  received?: Received,
) {
  const { site, index, oferta, galeria, osiagniecia, kontakt, dziekujemy, prywatnosc } = withPictures(
    content,
    pictures,
  );
  const introduction = site.trainer ? `Nazywam się ${site.trainer.name}` : "O mnie";
  const { featured, ...services } = index.services;
  const slots = kontakt.slots && {
    heading: kontakt.slots.heading,
    lead: kontakt.slots.lead,
    asOf: kontakt.slots.asOf,
    days: slotsByDay(kontakt.slots),
  };
  return {
    index: {
      ...index,
      trainer: site.trainer,
      about: { ...index.about, heading: index.about.heading ?? introduction },
      offerPublished: oferta.meta.published,
      services: {
        ...services,
        items:
          featured.length > 0
            ? featured.flatMap((id) => oferta.services.filter((service) => service.id === id))
            : oferta.services.slice(0, maxDefaultServices),
      },
      steps: { ...index.steps, steps: oferta.steps },
      gallery: { ...index.gallery, photos: galeria.photos.filter((photo) => photo.featured) },
      achievements: { ...index.achievements, figures: osiagniecia.figures },
      proof: {
        ...index.proof,
        opinions: osiagniecia.opinions.filter((opinion) => opinion.featured),
        stories: osiagniecia.stories.filter((story) => story.featured),
        rating: osiagniecia.rating,
      },
      faq: { ...index.faq, questions: oferta.faq.filter((question) => question.featured) },
      slots,
    },
    oferta: {
      ...oferta,
      services: oferta.services.map((service) => ({
        ...service,
        opinions: osiagniecia.opinions.filter((opinion) => opinion.service === service.id),
      })),
    },
    galeria: {
      ...galeria,
      photos: content.galeria.photos.map((entry) => ({
        ...withPictures(entry, pictures),
        /** Its name in the address. */
        id: photoId(entry.photo.file),
      })),
    },
    osiagniecia: {
      ...osiagniecia,
      ...(osiagniecia.opinions.some(({ isProven }) => isProven) && received && { received }),
      scans: scansOf(content.osiagniecia).map(({ scan, names }) => ({
        id: photoId(scan.file),
        photo: withPictures(scan, pictures),
        caption: names.join(" · "),
      })),
    },
    kontakt: {
      ...withRetentionDays(kontakt, retentionDays),
      goals: [...new Set([...offered(content).map(({ goal }) => goal), "Inne"])],
      /** Initial form values by query: `?cel=dieta`, `?termin=tu-1700`. */
      prefills: prefills(content),
      slots,
      privacy: withRetentionDays(prywatnosc, retentionDays),
    },
    dziekujemy,
  };
}

/** The scans of certificates, each once, because one document may certify several things. */
function scansOf({ certificates }: Content["osiagniecia"]) {
  const scans = new Map<string, { scan: Photo; names: string[] }>();
  for (const { name, scan } of certificates)
    if (scan) scans.set(scan.file, { scan, names: [...(scans.get(scan.file)?.names ?? []), name] });
  return [...scans.values()];
}

function offered({ oferta }: Content): { id: string; goal: string }[] {
  return [...oferta.services, ...oferta.packages].map((one) => ({ id: one.id, goal: formNameOf(one) }));
}

/** The name of a service in the form. Form submissions contain plain spaces instead of hard ones, and no word joiners. */
export const formNameOf = ({ name }: { readonly name: string }) =>
  name.replaceAll("\u00a0", " ").replaceAll("\u2060", "");

function prefills(content: Content): Record<string, FormValues> {
  const { slots } = content.kontakt;
  const services = Object.fromEntries(offered(content).map(({ id, goal }) => [`?cel=${id}`, { goal }]));
  const dates = (slots ? slotsByDay(slots) : []).flatMap(({ day, times }) =>
    times.map(({ id, time, kind }) => {
      const message = `Proszę o ${kind === "talk" ? "rozmowę" : "termin"}: ${day}, godz. ${time}.`;
      return [`?termin=${id}`, { ...(kind === "training" && services[`?cel=${slots?.service}`]), message }];
    }),
  );
  return { ...services, ...Object.fromEntries(dates) };
}

function withRetentionDays<T>(texts: T, days: number): T {
  return JSON.parse(JSON.stringify(texts).replaceAll("{retentionDays}", String(days))) as T;
}
