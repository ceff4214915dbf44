import type { Selectable } from "kysely";
import { formatPhone } from "../phone.server.ts";
import { withoutLinks } from "../spam.server.ts";
import type { EnquiriesTable } from "../storage/tables.server.ts";
import { type Block, factsOf, type Letter, paragraph } from "./letter.server.ts";

export type SiteFacts = {
  name: string;
  /** As visitors read it. */
  phone: string;
  email: string;
  /** The end of "Odpowiedź przyjdzie ...", e.g. "w ciągu jednego dnia roboczego". */
  answerTime: string;
};

type EnquiryRow = Selectable<EnquiriesTable>;
type LetterDeps = { site: SiteFacts; mailTo: string };

/** The words of the four e-mails, in Polish. */
export function createLetters({ site, mailTo }: LetterDeps) {
  const trainer = { name: site.name, address: mailTo };

  function toTrainer(enquiry: EnquiryRow): Letter {
    const { reference, name, email } = enquiry;
    return {
      to: trainer,
      ...(email ? { replyTo: { name, address: email } } : {}),
      subject: `Nowe zapytanie: ${name} (${reference})`,
      blocks: [
        paragraph(`Nowe zapytanie ze strony ${site.name}.`),
        factsOf([
          ...personFacts(enquiry),
          { label: "Numer", value: reference },
          { label: "Otrzymano", value: formatTime(enquiry.received_at) },
        ]),
        { kind: "quote", text: enquiry.message },
        paragraph(
          email
            ? "Odpowiedź na tę wiadomość trafi prosto do osoby, która napisała. Na podany adres wychodzi też potwierdzenie."
            : "Ta osoba nie podała adresu e-mail, więc zostaje telefon.",
        ),
      ],
    };
  }

  /** Repeats what was sent, without its links: whoever types a stranger's address must not advertise to them. That address stays. */
  function toVisitor(enquiry: EnquiryRow): Letter {
    const { reference, name, email } = enquiry;
    return {
      to: { name: withoutLinks(name), address: email ?? "" },
      replyTo: trainer,
      subject: `Potwierdzenie zapytania ${reference}`,
      headers: { "Auto-Submitted": "auto-replied", "X-Auto-Response-Suppress": "All" },
      blocks: [
        paragraph("Dzień dobry,"),
        paragraph(`zapytanie dotarło i ma numer ${reference}. Odpowiedź przyjdzie ${site.answerTime}.`),
        paragraph("Oto, co zostało wysłane:"),
        factsOf(
          personFacts(enquiry).map((fact) =>
            fact.value === email ? fact : { ...fact, value: fact.value && withoutLinks(fact.value) },
          ),
        ),
        { kind: "quote", text: withoutLinks(enquiry.message) },
        paragraph(
          `Jeśli coś się zmieni, wystarczy odpowiedzieć na tę wiadomość albo zadzwonić: ${site.phone}. ` +
            "Jeśli to pomyłka i zapytanie wysłał ktoś inny, można tę wiadomość pominąć.",
        ),
        paragraph([site.name, site.phone, site.email].join("\n")),
      ],
    };
  }

  function digest(quarantined: EnquiryRow[]): Letter {
    const count = countOf(quarantined.length);
    return {
      to: trainer,
      subject: `Kwarantanna: ${count} do sprawdzenia`,
      blocks: [
        paragraph(`${count} wygląda na spam i czeka w kwarantannie. Nic nie zginęło.`),
        ...quarantined.flatMap(quarantinedBlocks),
        paragraph(
          "Zapytanie, które nie jest spamem, przekazuje polecenie: npm run enquiries -- release NUMER",
        ),
      ],
    };
  }

  function canary({ reference, received_at }: EnquiryRow): Letter {
    return {
      to: trainer,
      subject: `Test formularza (${reference})`,
      headers: { "Auto-Submitted": "auto-generated" },
      blocks: [
        paragraph(
          `To samoczynny test formularza ze strony ${site.name}, wysłany ${formatTime(received_at)}.`,
        ),
        paragraph("Skoro dotarł, zapytania też docierają. Nic nie trzeba robić."),
      ],
    };
  }

  return { toTrainer, toVisitor, digest, canary };
}

export type Letters = ReturnType<typeof createLetters>;

function personFacts({ name, phone, email, goal, preferred_time }: EnquiryRow) {
  return [
    { label: "Imię", value: name },
    { label: "Telefon", value: phone && formatPhone(phone), ...(phone ? { tel: phone } : {}) },
    { label: "E-mail", value: email },
    { label: "Cel", value: goal },
    { label: "Preferowany termin kontaktu", value: preferred_time },
  ];
}

const excerptLength = 300;

function quarantinedBlocks(enquiry: EnquiryRow): Block[] {
  const { reference, message, reasons } = enquiry;
  const excerpt = withoutLinks(message).slice(0, excerptLength);
  return [
    factsOf([
      { label: "Numer", value: reference },
      ...personFacts(enquiry),
      { label: "Powody", value: (JSON.parse(reasons) as string[]).join(", ") },
    ]),
    { kind: "quote", text: message.length > excerptLength ? `${excerpt}...` : excerpt },
  ];
}

const plural = new Intl.PluralRules("pl");
const enquiryForms: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "zapytanie", few: "zapytania" };
const countOf = (count: number) => `${count} ${enquiryForms[plural.select(count)] ?? "zapytań"}`;

const time = new Intl.DateTimeFormat("pl-PL", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "Europe/Warsaw",
});

/** A time as the trainer reads it, in Polish time wherever the server stands. */
const formatTime = (ms: number) => time.format(ms);
