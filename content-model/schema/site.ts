import { z } from "zod";
import { contrastRatio, inkColour, minimumContrast } from "../contrast.ts";
import { group, list, matching, number } from "./group.ts";
import { openingHours } from "./opening-hours.ts";
import { optionalPhoto } from "./photo.ts";
import { day, exactText, sample, slugOf, text, webAddress } from "./text.ts";

const notice = group(
  "Komunikat",
  "Komunikat na górze każdej strony, od dnia do dnia: text, price, service, from, until (nieobowiązkowy).",
  {
    text: text("Treść", "Jedno, dwa zdania, np. „Od 1 do 14 sierpnia nie prowadzę treningów.”.", 200).meta({
      help: "Jedno, dwa zdania, np. „Od 1 do 14 sierpnia nie prowadzę treningów.”.",
    }),
    price: text("Cena promocji", "Cena, jeśli to promocja, np. „99 zł za trening” (nieobowiązkowa).", 40)
      .meta({ help: "Np. 99 zł za trening." })
      .optional(),
    service: slugOf(
      "services",
      "Usługa, której dotyczy",
      "Pole id usługi z pliku oferta.yaml: komunikat prowadzi do niej (nieobowiązkowe).",
    )
      .meta({ help: "Komunikat będzie do niej prowadził." })
      .optional(),
    from: day("Od", "Pierwszy dzień, rok-miesiąc-dzień, np. 2027-08-01."),
    until: day("Do", "Ostatni dzień, rok-miesiąc-dzień, np. 2027-08-14."),
    closedFrom: day("Bez terminów od", "Pierwszy dzień bez wolnych terminów (nieobowiązkowy).")
      .meta({
        help: "Kalendarz na stronie nie pokaże wtedy wolnych terminów. Puste: pokazuje je jak zwykle.",
      })
      .optional(),
    closedUntil: day(
      "Bez terminów do",
      "Ostatni dzień bez wolnych terminów; bez niego tylko ten pierwszy.",
    ).optional(),
  },
)
  .refine(({ from, until }) => from <= until, {
    error: "ostatni dzień jest wcześniejszy niż pierwszy",
    path: ["until"],
  })
  .refine(
    ({ closedFrom, closedUntil }) => !closedUntil || (closedFrom !== undefined && closedFrom <= closedUntil),
    {
      error: "podaj też pierwszy dzień bez terminów, nie późniejszy niż ostatni",
      path: ["closedFrom"],
    },
  )
  .meta({ help: "Na górze każdej strony: sam pojawia się pierwszego dnia i sam znika po ostatnim." });

/** The person who trains the clients. */
const trainer = group(
  "Osoba, która prowadzi treningi",
  "Imię, zawód, portret, jedno zdanie i najważniejszy dokument: name, role, photo, quote, credential.",
  {
    name: exactText("Imię i nazwisko", "Imię i nazwisko osoby, która prowadzi treningi.", 60),
    role: text("Kim jesteś", "Zawód kilkoma słowami, np. „trenerka personalna” (nieobowiązkowy).", 60)
      .meta({ help: "Np. „trenerka personalna”." })
      .optional(),
    photo: optionalPhoto(
      "Portret",
      "Zdjęcie tej osoby, najlepiej pionowe: plik i opis.",
      "Najlepiej pionowe.",
    ),
    quote: text("Jedno zdanie", "Jedno zdanie tej osoby, w cudzysłowie (nieobowiązkowe).", 160).optional(),
    credential: text(
      "Najważniejszy dokument",
      "Najważniejszy certyfikat, kilka słów, np. „dyplom trenera personalnego, AWF” (nieobowiązkowy).",
      100,
    ).optional(),
    sample,
  },
);

/** A telephone number as E.164 (`+48600100200`), or undefined; a number without a country prefix is Polish. */
export function parsePhone(written: string): string | undefined {
  const compact = written.replace(/[\s().-]/g, "").replace(/^00/, "+");
  const number = compact.startsWith("+") ? compact : `+48${compact}`;
  return /^\+(?:48\d{9}|(?!48)[1-9]\d{6,14})$/.test(number) ? number : undefined;
}

const telephone = z
  .string()
  .transform((written, context) => {
    const number = parsePhone(written);
    if (number) return number;
    context.issues.push({
      code: "custom",
      message: `„${written}” nie jest numerem telefonu`,
      input: written,
    });
    return z.NEVER;
  })
  .meta({
    title: "Telefon",
    widget: "phone",
    help: "Np. +48 600 100 200.",
    description: "Numer telefonu, np. +48 600 100 200.",
  });

const messages = group(
  "SMS i WhatsApp obok telefonu",
  "Odnośniki obok numeru telefonu: sms, whatsapp (nieobowiązkowe).",
  {
    sms: z.boolean().default(false).meta({ title: "SMS", description: "true pokazuje odnośnik do SMS-a." }),
    whatsapp: z.boolean().default(false).meta({
      title: "WhatsApp",
      help: "Rozmowa idzie przez WhatsApp: dopisz to w informacji o danych.",
      description: "true pokazuje odnośnik do WhatsAppa.",
    }),
  },
);

const address = group("Adres", "Adres miejsca, w którym odbywają się treningi.", {
  streetAddress: exactText("Ulica i numer", "Ulica i numer, np. ul. Leśna 7.").optional(),
  postalCode: matching(/^\d{2}-\d{3}$/, {
    title: "Kod pocztowy",
    help: "Np. 00-001.",
    description: "Kod pocztowy, np. 00-000.",
  }).optional(),
  addressLocality: exactText("Miejscowość", "Miejscowość.").optional(),
  addressRegion: exactText("Województwo", "Województwo (nieobowiązkowe).").optional(),
  addressCountry: matching(/^[A-Z]{2}$/, {
    title: "Kraj",
    help: "Dwie wielkie litery; puste znaczy PL.",
    description: "Kraj, dwie wielkie litery. Domyślnie PL.",
  }).default("PL"),
});

const geo = group("Położenie na mapie", "Położenie na mapie (nieobowiązkowe).", {
  latitude: number("Szerokość geograficzna", "Szerokość geograficzna, np. 52.2297.", -90, 90),
  longitude: number("Długość geograficzna", "Długość geograficzna, np. 21.0122.", -180, 180),
}).meta({ help: "Bez niego trasa prowadzi pod adres." });

const socialProfile = group("Profil", "Jeden profil: name i url.", {
  name: exactText("Serwis", "Nazwa serwisu, np. Instagram."),
  url: webAddress("Adres profilu", "Pełny adres profilu, zaczyna się od https://."),
}).meta({ itemName: ["name"] });

const company = group("Dane firmy", "Dane firmy do stopki i do informacji o danych osobowych.", {
  legalName: exactText("Pełna nazwa firmy", "Pełna nazwa firmy albo imię i nazwisko osoby prowadzącej.").meta(
    {
      help: "Firma albo imię i nazwisko osoby, która prowadzi działalność.",
    },
  ),
  nip: matching(/^\d{10}$/, {
    title: "NIP",
    help: "10 cyfr.",
    description: 'NIP: 10 cyfr w cudzysłowie, np. "1234567890".',
  }).optional(),
  regon: matching(/^\d{9}(?:\d{5})?$/, {
    title: "REGON",
    help: "9 albo 14 cyfr.",
    description: "REGON: 9 albo 14 cyfr w cudzysłowie.",
  }).optional(),
  note: text("Dopisek w stopce", "Dodatkowa informacja w stopce, np. o wpisie do rejestru.").optional(),
});

const accent = matching(/^#[0-9a-fA-F]{6}$/, {
  title: "Kolor przewodni",
  help: "Kolor przycisków i znaku.",
  widget: "colour",
  description: 'Kolor przewodni: znak # i sześć cyfr lub liter od a do f, np. "#1fb574".',
}).refine((colour) => contrastRatio(colour, inkColour) >= minimumContrast, {
  error: ({ input }) => {
    const ratio = (Math.floor(contrastRatio(String(input), inkColour) * 10) / 10)
      .toFixed(1)
      .replace(".", ",");
    return `na kolorze ${input} nie da się wygodnie czytać tekstu: kontrast z ${inkColour} to ${ratio}:1, a potrzeba co najmniej 4,5:1; wybierz jaśniejszy kolor`;
  },
});

export const site = z.strictObject({
  sample,
  name: exactText("Nazwa marki", "Nazwa marki: widać ją w logo, w nagłówku i w wizytówce.", 40).meta({
    help: "Widać ją w logo, w nagłówku i w wizytówce.",
  }),
  descriptor: text(
    "Czym się zajmujesz",
    "Czym jest marka, dwa lub trzy słowa przy nazwie, np. trening personalny.",
    40,
  ).meta({ help: "Dwa lub trzy słowa przy nazwie, np. trening personalny." }),
  url: webAddress(
    "Adres strony",
    "Adres strony, ten sam co ustawienie SITE_URL, np. https://www.example.com (nieobowiązkowy).",
  ).optional(),
  logo: matching(/^[A-Za-z0-9][A-Za-z0-9._-]*\.(?:svg|png)$/, {
    title: "Logo",
    widget: "logo",
    help: "Plik SVG albo PNG. Bez własnego pliku logo powstaje z nazwy.",
    description: "Własne logo: plik SVG albo PNG obok pliku site.yaml. Bez niego logo powstaje z nazwy.",
  }).optional(),
  trainer: trainer.optional(),
  telephone: telephone.optional(),
  callNote: text(
    "Kiedy dzwonić",
    "Kiedy dzwonić, jedno zdanie pod numerem na stronie kontaktu (nieobowiązkowe).",
    120,
  )
    .meta({ help: "Np. Odbieram od 8:00 do 20:00, podczas treningu oddzwaniam." })
    .optional(),
  messages: messages.optional(),
  email: z.email().meta({ title: "E-mail", description: "Adres e-mail, np. kontakt@example.pl." }).optional(),
  address,
  geo: geo.optional(),
  areaServed: list(
    exactText("Miejscowość albo okolica", "Nazwa miejscowości albo okolicy."),
    "Dokąd dojeżdżasz",
    "Miejscowości i okolice, do których możliwy jest dojazd.",
  ).default([]),
  openingHours: list(openingHours, "Godziny treningów", "Godziny treningów.")
    .default([])
    .meta({ widget: "hours" }),
  openingNote: text("Zdanie pod godzinami", "Zdanie pod godzinami, np. o treningach w innych porach.", 200)
    .meta({ help: "Np. o treningach w innych porach." })
    .optional(),
  socialProfiles: list(
    socialProfile,
    "Profile społecznościowe",
    "Profile w serwisach społecznościowych: name i url. Bez profili wpisz [].",
  ).default([]),
  company,
  accent,
  priceRange: exactText(
    "Przedział cen dla wyszukiwarek",
    "Przedział cen dla wyszukiwarek, np. 100–250 zł.",
    40,
  ).optional(),
  notice: notice.optional(),
  answerTime: text(
    "Kiedy odpowiadasz",
    "Kiedy przychodzi odpowiedź, część zdania, np. „w ciągu jednego dnia roboczego”.",
    80,
    [],
  ).meta({ help: "Ciąg dalszy zdania „Odpowiadam…”, np. w ciągu jednego dnia roboczego." }),
  image: optionalPhoto("Zdjęcie dla wyszukiwarki", "Zdjęcie, które przedstawia markę w wyszukiwarce."),
  errorPhoto: optionalPhoto("Zdjęcie na stronie błędu", "Zdjęcie na stronie błędu."),
});

export type Site = z.output<typeof site>;
