import { parseArgs } from "node:util";
import { formatPhone, readPhone } from "../phone.server.ts";
import { parseReference } from "../reference.ts";
import { writePrivateFile } from "../storage/private-file.server.ts";
import type { Erasure } from "./erasures.server.ts";
import { toCsv } from "./export.server.ts";
import type { Inbox } from "./inbox.server.ts";
import type { Person } from "./inbox.ts";
import type { OwnEnquiry } from "./person.server.ts";
import type { InboxStats } from "./stats.server.ts";

const usage = `Zapytania ze strony. Czyta się je i załatwia w panelu. Użycie: npm run enquiries -- POLECENIE

  release NUMER...                    wypuszcza z kwarantanny i wysyła
  resend NUMER...                     wysyła Ci zapytanie ponownie
  resend --dead                       wysyła ponownie wszystko, co nie dotarło
  export [--out PLIK]                 wszystkie zapytania jako CSV do Excela
  erase --email ADRES | --phone NUMER usuwa wszystkie dane tej osoby
  erase --again                       usuwa ponownie osoby usunięte przed przywróceniem kopii
  purge                               usuwa zapytania starsze niż okres przechowywania
  stats                               liczby`;

type OwnerContext = { inbox: Inbox; retentionDays: number; print: (text: string) => void };

/** Runs one of the owner's commands and prints in Polish; returns the exit code (0, or 1 if it failed). */
export async function runOwnerCommand(args: string[], context: OwnerContext): Promise<number> {
  const parsed = parseCommandLine(args);
  const [name = "", ...operands] = parsed?.positionals ?? [];
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!parsed || !command) {
    context.print(usage);
    return parsed && name === "" ? 0 : 1;
  }
  const output = await command({ ...context, operands, options: parsed.values });
  context.print(typeof output === "string" ? output : output.failure);
  return typeof output === "string" ? 0 : 1;
}

/** Undefined for an option that no command has. */
function parseCommandLine(args: string[]) {
  const options = {
    dead: { type: "boolean" },
    out: { type: "string" },
    email: { type: "string" },
    phone: { type: "string" },
    related: { type: "boolean" },
    only: { type: "boolean" },
    again: { type: "boolean" },
  } as const;
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch {
    return undefined;
  }
}

type CommandOptions = NonNullable<ReturnType<typeof parseCommandLine>>["values"];
type Call = OwnerContext & { operands: string[]; options: CommandOptions };

const commands: Record<string, (call: Call) => Promise<string | { failure: string }>> = {
  release: ({ inbox, operands }) =>
    forEach(operands, async (reference) =>
      (await inbox.release(reference)) === "done"
        ? "wypuszczone z kwarantanny, e-mail czeka na wysłanie"
        : undefined,
    ),

  resend: async ({ inbox, operands, options }) => {
    if (options.dead) {
      const emails = await inbox.resendDead();
      return emails > 0 ? `E-maile do wysłania: ${emails}.` : "Nie ma e-maili, które nie dotarły.";
    }
    return forEach(operands, async (reference) => {
      const waiting = await inbox.resend(reference);
      return waiting === undefined ? undefined : `e-maile do wysłania: ${waiting}`;
    });
  },

  export: async ({ inbox, options: { out } }) => {
    const enquiries = await inbox.exportAll();
    if (out === undefined) return toCsv(enquiries);
    await writePrivateFile(out, toCsv(enquiries));
    return `Zapisane zapytania: ${enquiries.length} (${out}).`;
  },

  erase: async ({ inbox, options }) => {
    if (options.again) return `Ponownie usunięte zapytania: ${await inbox.repeatErasures()}.`;
    const person = personOf(options);
    if (!person) return { failure: "Podaj --email ADRES albo --phone NUMER, np. --phone 600100200." };
    const { related } = await inbox.findPerson(person);
    if (related.length > 0 && !options.related && !options.only) return { failure: relatedView(related) };
    return erasureView(await inbox.erase(person, { related: options.related ?? false }));
  },

  purge: async ({ inbox, retentionDays }) =>
    `Usunięte zapytania (starsze niż ${retentionDays} dni): ${await inbox.purge(retentionDays)}.`,

  stats: async ({ inbox }) => statsView(await inbox.stats()),
};

async function forEach(typedReferences: string[], act: (reference: string) => Promise<string | undefined>) {
  if (typedReferences.length === 0) return { failure: "Podaj numer zapytania, np. 7K3M-9QXR." };
  const lines: string[] = [];
  let areDone = true;
  for (const reference of typedReferences.map(parseReference)) {
    const text = await act(reference);
    areDone &&= text !== undefined;
    lines.push(`${reference}: ${text ?? "nie ma takiego zapytania albo to polecenie go nie dotyczy"}`);
  }
  return areDone ? lines.join("\n") : { failure: lines.join("\n") };
}

function personOf({ email, phone }: CommandOptions): Person | undefined {
  if (email) return phone ? undefined : { email };
  // Not by the form's rule: numbers with too few or too many digits were stored before it.
  const parsed = phone ? readPhone(phone) : undefined;
  return parsed ? { phone: parsed } : undefined;
}

function statsView(stats: InboxStats): string {
  const { waiting, sent, dead } = stats.emails;
  const minutes = stats.medianMinutesToFirstContact;
  return [
    `Zapytania: ${stats.enquiries} (w ostatnich 7 dniach: ${stats.lastSevenDays}), w kwarantannie: ${stats.inQuarantine}`,
    `E-maile: wysłane ${sent}, czekają ${waiting}, nie dotarły ${dead}`,
    `Czas do pierwszego kontaktu (mediana): ${minutes === null ? "jeszcze nieznany" : `${minutes} min`}`,
    `Z ostatniego roku: klienci ${stats.ends.client}, otwarte ${stats.ends.open}`,
    "Tygodnie i tematy pokazuje panel.",
  ].join("\n");
}

/** The question before an erasure that could remove more than requested. */
function relatedView(related: OwnEnquiry[]): string {
  return [
    "Nic jeszcze nie usunięto. Ten sam telefon lub adres łączy tę osobę z innymi zapytaniami:",
    ...related.map(ownEnquiryView),
    "Jeśli to ta sama osoba, powtórz polecenie z --related, a jeśli nie, z --only.",
  ].join("\n");
}

function erasureView({ erased, left, logEmptied, unreadable }: Erasure): string {
  const lines = [`Usunięte zapytania: ${erased}. Kopie zapasowe zrobione wcześniej nadal je zawierają.`];
  if (left.length > 0)
    lines.push("Zostały zapytania o wspólnym telefonie lub adresie:", ...left.map(ownEnquiryView));
  if (!logEmptied)
    lines.push(
      "Inny program czyta bazę, więc usunięty tekst jest jeszcze w jej dzienniku. Zniknie najpóźniej jutro, a od razu po poleceniu npm run enquiries -- purge",
    );
  for (const file of unreadable)
    lines.push(`Nie da się odczytać odłożonej bazy ${file}. Usuń ten plik, jeśli nie jest już potrzebny.`);
  return lines.join("\n");
}

const ownEnquiryView = ({ reference, name, phone, email }: OwnEnquiry) =>
  `  ${[reference, name, phone && formatPhone(phone), email].filter(Boolean).join(", ")}`;
