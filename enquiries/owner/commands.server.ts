import { parseArgs } from "node:util";
import { type Clock, dayMs } from "../clock.ts";
import { parsePhone } from "../phone.server.ts";
import { release } from "../quarantine.server.ts";
import { parseReference } from "../reference.server.ts";
import { purge, purgeFiles } from "../retention.server.ts";
import type { Database } from "../storage/database.server.ts";
import { writePrivateFile } from "../storage/private-file.server.ts";
import { toCsv } from "./csv.server.ts";
import { erase } from "./erase.server.ts";
import { repeatErasures } from "./erasures.server.ts";
import {
  exportEnquiries,
  findEnquiry,
  listEnquiries,
  parseCursor,
  readStats,
  resend,
  resendDead,
} from "./ledger.server.ts";
import { findPerson, type Person } from "./person.server.ts";
import { enquiryView, erasureView, listView, relatedView, statsView } from "./views.server.ts";

export type OwnerContext = {
  database: Database;
  clock: Clock;
  dataDir: string;
  mailHost: string;
  retentionDays: number;
  rowsPerPage: number;
  print: (text: string) => void;
};

const usage = `Zapytania ze strony. Użycie: npm run enquiries -- POLECENIE

  list [--quarantine] [--limit N]     zapytania od najnowszego, po 20 na stronie
  show NUMER                          jedno zapytanie i jego poczta
  export [--out PLIK]                 wszystkie zapytania jako CSV do Excela
  release NUMER...                    wypuszcza z kwarantanny i wysyła
  resend NUMER... | --dead            wysyła ponownie (--dead: wszystko, co nie dotarło)
  erase --email ADRES | --phone NUMER usuwa wszystkie dane tej osoby
  erase --again                       usuwa ponownie osoby usunięte przed przywróceniem kopii
  purge                               usuwa zapytania starsze niż okres przechowywania
  stats                               liczby

  --json                              wynik dla programów`;

/** Runs one of the owner's commands, printing in Polish; gives the exit code (0, or 1 when it could not be done). */
export async function runOwnerCommand(args: string[], context: OwnerContext): Promise<number> {
  let parsed: ReturnType<typeof parseCommand>;
  try {
    parsed = parseCommand(args);
  } catch {
    context.print(usage);
    return 1;
  }
  const [name = "", ...operands] = parsed.positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    context.print(usage);
    return name === "" ? 0 : 1;
  }
  const { ok = true, data, text } = await command({ ...context, operands, options: parsed.values });
  context.print(parsed.values.json ? JSON.stringify(data, null, 2) : text);
  return ok ? 0 : 1;
}

function parseCommand(args: string[]) {
  return parseArgs({
    args,
    allowPositionals: true,
    options: {
      json: { type: "boolean" },
      quarantine: { type: "boolean" },
      dead: { type: "boolean" },
      limit: { type: "string" },
      after: { type: "string" },
      out: { type: "string" },
      email: { type: "string" },
      phone: { type: "string" },
      related: { type: "boolean" },
      only: { type: "boolean" },
      again: { type: "boolean" },
    },
  });
}

type Call = OwnerContext & { operands: string[]; options: ReturnType<typeof parseCommand>["values"] };
type Answer = { ok?: boolean; data: unknown; text: string };

const commands: Record<string, (call: Call) => Promise<Answer>> = {
  list: async ({ database, options, rowsPerPage }) => {
    const limit = Number(options.limit ?? rowsPerPage);
    if (!Number.isInteger(limit) || limit < 1)
      return failure("--limit: podaj liczbę całkowitą, np. --limit 20");
    const after = options.after === undefined ? undefined : parseCursor(options.after);
    if (options.after !== undefined && !after)
      return failure("--after: podaj to, co wypisała poprzednia strona listy");
    const quarantine = options.quarantine ?? false;
    const page = await listEnquiries(database, {
      limit,
      ...(after && { after }),
      ...(quarantine && { status: "quarantined" }),
    });
    return { data: page, text: listView(page, { isFiltered: quarantine }) };
  },

  show: async ({ database, operands }) => {
    const reference = parseReference(operands[0] ?? "");
    const enquiry = await findEnquiry(database, reference);
    return enquiry ? { data: enquiry, text: enquiryView(enquiry) } : unknown(reference);
  },

  export: async ({ database, options }) => {
    const enquiries = await exportEnquiries(database);
    const content = options.json ? JSON.stringify(enquiries, null, 2) : toCsv(enquiries);
    if (options.out === undefined) return { data: enquiries, text: content };
    await writePrivateFile(options.out, content);
    return {
      data: { exported: enquiries.length },
      text: `Zapisano zapytań: ${enquiries.length} (${options.out}).`,
    };
  },

  release: ({ database, operands, mailHost, clock }) =>
    forEach(operands, async (reference) => {
      const released = await release(database, reference, { mailHost, now: clock.now() });
      return released ? "wypuszczone z kwarantanny, poczta czeka na wysłanie" : undefined;
    }),

  resend: async ({ database, operands, options, mailHost, clock }) => {
    if (options.dead) {
      const messages = await resendDead(database, clock.now());
      const text =
        messages > 0 ? `Wiadomości do wysłania: ${messages}.` : "Wszystko dotarło, nie ma czego ponawiać.";
      return { data: { messages }, text };
    }
    return forEach(operands, async (reference) => {
      const waiting = await resend(database, reference, { mailHost, now: clock.now() });
      return waiting === undefined ? undefined : `wiadomości do wysłania: ${waiting}`;
    });
  },

  erase: async ({ database, dataDir, clock, options }) => {
    if (options.again) {
      const erased = await repeatErasures(database.db, dataDir);
      return { data: { erased }, text: `Usunięto ponownie zapytań: ${erased}.` };
    }
    const person = personOf(options);
    if (!person) return failure("Podaj --email ADRES albo --phone NUMER, np. --phone 600100200.");
    const { related } = await findPerson(database.db, person);
    if (related.length > 0 && !options.related && !options.only) {
      return { ok: false, data: { related }, text: relatedView(related) };
    }
    const erasure = await erase(database, person, {
      dataDir,
      now: clock.now(),
      related: options.related ?? false,
    });
    return { data: erasure, text: erasureView(erasure) };
  },

  purge: async ({ database, dataDir, clock, retentionDays }) => {
    const options = { dataDir, now: clock.now(), retentionDays };
    const purged = await database.db.transaction().execute((transaction) => purge(transaction, options));
    await purgeFiles(database, options);
    return { data: { purged }, text: `Usunięto zapytań starszych niż ${retentionDays} dni: ${purged}.` };
  },

  stats: async ({ database, clock }) => {
    const stats = await readStats(database, { sevenDaysAgo: clock.now() - 7 * dayMs });
    return { data: stats, text: statsView(stats) };
  },
};

async function forEach(
  typedReferences: string[],
  act: (reference: string) => Promise<string | undefined>,
): Promise<Answer> {
  if (typedReferences.length === 0) return failure("Podaj numer zapytania, np. 7K3M-9QXR.");
  const outcomes: { reference: string; done: boolean; text: string }[] = [];
  for (const typed of typedReferences) {
    const reference = parseReference(typed);
    const text = await act(reference);
    outcomes.push({
      reference,
      done: text !== undefined,
      text: text ?? "nie ma takiego zapytania do tego polecenia",
    });
  }
  return {
    ok: outcomes.every(({ done }) => done),
    data: outcomes.map(({ reference, done }) => ({ reference, done })),
    text: outcomes.map(({ reference, text }) => `${reference}: ${text}`).join("\n"),
  };
}

const failure = (text: string): Answer => ({ ok: false, data: { error: text }, text });
const unknown = (reference: string) => failure(`Nie ma zapytania o numerze ${reference}.`);

function personOf({ email, phone }: Call["options"]): Person | undefined {
  if (email) return { email };
  const parsed = phone ? parsePhone(phone) : undefined;
  return parsed ? { phone: parsed } : undefined;
}
