import { describe, expect, test } from "vitest";
import type { Content } from "../content-model/content.ts";
import { loadContent } from "../content-model/load.ts";
import {
  formNameOf,
  pagePayloads,
  photoFiles,
  publishedPaths,
  sitePayload,
  withoutHidden,
} from "./payloads.ts";
import type { PictureFile } from "./ui/picture.tsx";

const content = loadContent("content");
const pictures = new Map(
  photoFiles(content).map((file) => [
    file,
    { base: `/pictures/${file}`, width: 3, height: 2, avif: [3], webp: [3], jpg: 3 } satisfies PictureFile,
  ]),
);

const withoutGallery: Content = {
  ...content,
  galeria: { ...content.galeria, meta: { ...content.galeria.meta, published: false } },
};

describe("B6.8 a page whose content says published: false", () => {
  test("B6.8 is neither in the published paths nor in the menu", () => {
    expect(publishedPaths(content)).toContain("/galeria");
    expect(publishedPaths(withoutGallery)).not.toContain("/galeria");
    const menu = sitePayload(withoutGallery, pictures).menu.map(({ path }) => path);
    expect(menu).toEqual(["/oferta", "/osiagniecia", "/kontakt"]);
  });

  test("B6.8 publishes none of its photographs and figures", () => {
    const own = "chalk.jpg";
    expect(photoFiles(withoutHidden(content))).toContain(own);
    expect(photoFiles(withoutHidden(withoutGallery))).not.toContain(own);
    expect(photoFiles(withoutHidden(withoutGallery))).toContain(content.index.hero.photo.file);
    const { osiagniecia } = content;
    const meta = { ...osiagniecia.meta, published: false };
    const hidden = { ...content, osiagniecia: { ...osiagniecia, meta } };
    expect(photoFiles(withoutHidden(hidden))).not.toContain(
      osiagniecia.certificates.find(({ scan }) => scan)?.scan?.file,
    );
    const { achievements, proof } = pagePayloads(withoutHidden(hidden), pictures, 365).index;
    expect([achievements.figures, proof.opinions, proof.stories]).toEqual([[], [], []]);
  });

  test("B6.8 is not advertised on the home page", () => {
    expect(pagePayloads(withoutHidden(withoutGallery), pictures, 365).index.gallery.photos).toEqual([]);
  });
});

test("two certificates with one scan are one picture with both names", () => {
  const { osiagniecia } = content;
  const [scanned] = osiagniecia.certificates.filter(({ scan }) => scan);
  if (!scanned) throw new Error("The sample has no scan");
  const certificates = [scanned, { ...scanned, name: "Dietetyka" }];
  const shown = { ...content, osiagniecia: { ...osiagniecia, certificates } };
  const { scans } = pagePayloads(shown, pictures, 365).osiagniecia;
  expect(scans.map(({ caption }) => caption)).toEqual([`${scanned.name} · Dietetyka`]);
});

test("B1.1 the menu is in route order", () => {
  expect(sitePayload(content, pictures).menu.map(({ path }) => path)).toEqual([
    "/oferta",
    "/galeria",
    "/osiagniecia",
    "/kontakt",
  ]);
});

describe("what the owner may add around the phone number", () => {
  const withSite = (changes: Partial<Content["site"]>) =>
    sitePayload({ ...content, site: { ...content.site, ...changes } }, pictures);

  test("a face is shown once the portrait is the owner's, never the sample's", () => {
    const { trainer } = content.site;
    if (!trainer) throw new Error("The sample has no trainer");
    expect(withSite({}).face).toBeUndefined();
    expect(withSite({ trainer: { ...trainer, sample: false } }).face).toMatchObject({
      base: `/pictures/${trainer.photo?.file}`,
    });
    expect(withSite({ trainer: { ...trainer, sample: false, photo: undefined } }).face).toBeUndefined();
  });

  test("SMS and WhatsApp lead to the same number, each only if wanted", () => {
    const telephone = "+48600100200";
    expect(withSite({ telephone }).messages).toEqual([]);
    expect(withSite({ telephone, messages: { sms: true, whatsapp: true } }).messages).toEqual([
      { label: "SMS", href: "sms:+48600100200" },
      { label: "WhatsApp", href: "https://wa.me/48600100200" },
    ]);
  });

  test("a promotion has its price and leads to its service, while the offer is published", () => {
    const notice = {
      text: "Grudzień taniej.",
      from: "2026-12-01",
      until: "2026-12-31",
      price: "99 zł",
      service: "trening",
    };
    expect(withSite({ notice }).notice).toEqual({
      text: "Grudzień taniej.",
      price: "99 zł",
      to: "/oferta#trening",
    });
    const meta = { ...content.oferta.meta, published: false };
    const hidden = { ...content, oferta: { ...content.oferta, meta }, site: { ...content.site, notice } };
    expect(sitePayload(hidden, pictures).notice?.to).toBeUndefined();
  });
});

test("payloads contain encoded pictures instead of photographs", () => {
  const text = JSON.stringify(pagePayloads(content, pictures, 365));
  expect(text).not.toMatch(/"file":/);
  for (const file of pictures.keys()) expect(photoFiles(content)).toContain(file);
  expect(text).toContain('"base":"/pictures/hero.jpg"');
});

test("a photograph without an encoded picture fails the build", () => {
  expect(() => pagePayloads(content, new Map(), 365)).toThrow("No picture was built for");
});

test("B10.1 the form's goals are the offer's services and packages, and Inne", () => {
  const { goals } = pagePayloads(content, pictures, 365).kontakt;
  const { services, packages } = content.oferta;
  const plain = (name: string) => name.replaceAll("\u00a0", " ");
  expect(goals).toEqual([...[...services, ...packages].map(({ name }) => plain(name)), "Inne"]);
});

test("directions to a street without a town lead to the street alone", () => {
  const address = { streetAddress: "ul. Krótka 2", addressCountry: "PL" };
  const site = { ...content.site, geo: undefined, address };
  const { mapAddress } = sitePayload({ ...content, site }, pictures);
  expect(new URL(mapAddress ?? "").searchParams.get("destination")).toBe("ul. Krótka 2");
});

test("C2.1 a service is called in the form as enquiries are stored: without signs of typography", () => {
  expect(formNameOf({ name: "Plan\u00a0e\u2060-\u2060mailem" })).toBe("Plan e-mailem");
});

describe("what a link may preselect in the form", () => {
  test("is every service and package by its id", () => {
    const { prefills } = pagePayloads(content, pictures, 365).kontakt;
    expect(prefills["?cel=dieta"]).toEqual({ goal: "Dieta" });
    expect(prefills["?cel=pakiet-10"]).toEqual({ goal: "10 treningów" });
    const { services, packages } = content.oferta;
    for (const { id } of [...services, ...packages]) expect(prefills).toHaveProperty([`?cel=${id}`]);
  });

  test("B10.6 is every open slot, with its service, if it has one, and a text for the message", () => {
    const kind = "training" as const;
    const times = [{ days: ["We" as const], time: "7:00", kind, minutes: 60 }];
    const rules = { noticeHours: 24, pauseMinutes: 15, daysAhead: 21, closed: [] };
    const slots = {
      ...rules,
      sample: false,
      heading: "Terminy",
      asOf: "2027-01-01",
      validDays: 14,
      service: "trening",
      times,
    };
    const { kontakt, index } = pagePayloads(
      { ...content, kontakt: { ...content.kontakt, slots } },
      pictures,
      365,
    );
    const [day] = kontakt.slots?.days ?? [];
    expect(day).toEqual({ day: "środa", times: [{ id: "we-0700", time: "7:00", kind }] });
    expect(kontakt.prefills["?termin=we-0700"]).toEqual({
      goal: "Trening personalny",
      message: "Proszę o termin: środa, godz. 7:00.",
    });
    expect(index.slots).toEqual(kontakt.slots);
    // The first talk is free, so it must not become a request for the service.
    const talks = { ...slots, times: times.map((one) => ({ ...one, kind: "talk" as const })) };
    const ofTalks = { ...content, kontakt: { ...content.kontakt, slots: talks } };
    expect(pagePayloads(ofTalks, pictures, 365).kontakt.prefills["?termin=we-0700"]).toEqual({
      message: "Proszę o rozmowę: środa, godz. 7:00.",
    });
    const ofNoService = { ...content.kontakt, slots: { ...slots, service: undefined } };
    const prefill = pagePayloads({ ...content, kontakt: ofNoService }, pictures, 365).kontakt.prefills[
      "?termin=we-0700"
    ];
    expect(prefill).toEqual({ message: "Proszę o termin: środa, godz. 7:00." });
  });
});

test("the privacy texts state how many days enquiries are kept", () => {
  const text = JSON.stringify(pagePayloads(content, pictures, 30).kontakt);
  expect(text).toContain("30");
  expect(text).not.toContain("{retentionDays}");
});

test("a notice is on every page, and without one no page has any", () => {
  const notice = { text: "Urlop.", from: "2027-08-01", until: "2027-08-14" };
  const withNotice = { ...content, site: { ...content.site, notice } };
  expect(sitePayload(withNotice, pictures).notice).toMatchObject({ text: "Urlop." });
  expect(sitePayload(content, pictures).notice).toBeUndefined();
});

test("an opinion is shown with its service, and on the home page if it is featured", () => {
  const [first, ...others] = content.osiagniecia.opinions.map((opinion) => ({ ...opinion, featured: true }));
  if (!first) throw new Error("the sample has no opinion");
  const opinions = [{ ...first, service: "dieta", featured: false }, ...others];
  const changed = { ...content, osiagniecia: { ...content.osiagniecia, opinions } };
  const { index, oferta } = pagePayloads(changed, pictures, 365);
  expect(index.proof.opinions).toEqual(others);
  expect(oferta.services.find(({ id }) => id === "dieta")?.opinions).toEqual([opinions[0]]);
});

describe("the trainer", () => {
  test("is introduced by name, or as the owner wants", () => {
    const trainer = { name: "Ewa Nowak", role: "trenerka", sample: false };
    const heading = (own?: string, by?: typeof trainer) => {
      const about = { ...content.index.about, heading: own };
      const site = { ...content.site, trainer: by };
      return pagePayloads({ ...content, site, index: { ...content.index, about } }, pictures, 365).index.about
        .heading;
    };
    expect(heading(undefined, trainer)).toBe("Nazywam się Ewa Nowak");
    expect(heading("Cześć", trainer)).toBe("Cześć");
    expect(heading()).toBe("O mnie");
  });
});
