import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, onTestFinished } from "vitest";
import type { ContentName } from "../content.ts";

const photo = "{ file: bar.jpg, alt: Sztanga. }";

/** The smallest valid content, as the text of its files. */
export const smallestContent: Record<ContentName, string> = {
  site: `
name: Żelazna Chwila
descriptor: treningi
telephone: 600 100 200
email: ja@example.com
address: { streetAddress: ul. Krótka 2, postalCode: 11-222, addressLocality: Wólka }
company: { legalName: Żelazna Chwila Jan Nowak }
accent: "#7fd1ae"
answerTime: do jutra
`,
  index: `
meta: { title: Treningi, description: Opis. }
hero: { headline: [Raz], lead: Wstęp., photo: ${photo}, callLabel: Dzwoń, writeLabel: Pisz }
services: { heading: Usługi, featured: [plan] }
steps: { heading: Kroki }
gallery: { heading: Zdjęcia }
achievements: { heading: Liczby }
about: { heading: O mnie, paragraphs: [Akapit.] }
faq: { heading: Pytania }
closing: { heading: Koniec, text: Zadzwoń. }
`,
  oferta: `
meta: { title: Oferta, description: Opis. }
heading: Oferta
lead: Wstęp.
services:
  - id: plan
    name: Plan
    lead: Wstęp.
    includes: [rozmowa]
    forWhom: [każdy]
    price: { amount: 1200, unit: za plan }
    duration: 60 min
    photo: ${photo}
steps: [{ title: Rozmowa, text: Rozmawiamy. }]
rules: { cancellation: [Można.], contraindications: [Lekarz.] }
closing: { heading: Koniec, text: Zadzwoń. }
`,
  galeria: `
meta: { title: Galeria, description: Opis. }
heading: Galeria
lead: Wstęp.
closing: { heading: Koniec, text: Zadzwoń. }
categories: [{ id: sprzet, name: Sprzęt }]
photos:
  - photo: ${photo}
    caption: Sztanga
    category: sprzet
`,
  osiagniecia: `
meta: { title: Osiągnięcia, description: Opis. }
heading: Osiągnięcia
lead: Wstęp.
closing: { heading: Koniec, text: Zadzwoń. }
`,
  kontakt: `
meta: { title: Kontakt, description: Opis. }
heading: Kontakt
lead: Wstęp.
route: Prosto.
formHeading: Napisz
formLead: Wstęp.
informationClause: [Klauzula.]
`,
  dziekujemy: `
meta: { title: Dziękuję, description: Opis. }
heading: Dziękuję
lead: Wstęp.
direct: { heading: Po wysłaniu, lead: Wstęp. }
nextHeading: Co dalej
next: [Czytam.]
impatient: Zadzwoń.
`,
  prywatnosc: `
heading: Dane
updated: 2026-01-31
sections: [{ heading: Kto, paragraphs: [Ja.] }]
`,
};

/** Writes the smallest content with the given changes to a folder that is removed afterwards; null omits a file. */
export function writeContentFolder(changed: Partial<Record<ContentName, string | null>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "content-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    onTestFinished(remove);
  } catch {
    // At the top of a file no test runs yet.
    afterAll(remove);
  }
  mkdirSync(join(folder, "photos"));
  writeFileSync(join(folder, "photos", "bar.jpg"), "");
  for (const [name, text] of Object.entries({ ...smallestContent, ...changed })) {
    if (text !== null) writeFileSync(join(folder, `${name}.yaml`), text);
  }
  return folder;
}
