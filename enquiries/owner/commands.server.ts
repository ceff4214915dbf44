import { parseArgs } from "node:util";
import { parsePhone } from "../phone.server.ts";
import { parseReference } from "../reference.ts";
import { writePrivateFile } from "../storage/private-file.server.ts";
import { toCsv } from "./export.server.ts";
import type { Inbox } from "./inbox.server.ts";
import type { Person } from "./inbox.ts";
import { erasureView, relatedView, statsView } from "./views.server.ts";

const usage = `Zapytania ze strony. Czyta się je i załatwia w panelu. Użycie: npm run enquiries -- POLECENIE

  release NUMER...                    wypuszcza z kwarantanny i wysyła
  resend NUMER... | --dead            wysyła ponownie (--dead: wszystko, co nie dotarło)
  export [--out PLIK]                 wszystkie zapytania jako CSV do Excela
  erase --email ADRES | --phone NUMER usuwa wszystkie dane tej osoby
  erase --again                       usuwa ponownie osoby usunięte przed przywróceniem kopii
  purge                               usuwa zapytania starsze niż okres przechowywania
  stats                               liczby

  --json                              wynik dla programów`;

export type OwnerContext = {
  inbox: Inbox;
  retentionDays: number;
  print: (text: string) => void;
};

/** Runs one of the owner's commands and prints in Polish; returns the exit code (0, or 1 if it failed). */
export async function runOwnerCommand(args: string[], context: OwnerContext): Promise<number> {
  let parsed: ReturnType<typeof parseCommandLine>;
  try {
    parsed = parseCommandLine(args);
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

/** Throws on an option that no command has. */
function parseCommandLine(args: string[]) {
  return parseArgs({
    args,
    allowPositionals: true,
    options: {
      json: { type: "boolean" },
      dead: { type: "boolean" },
      out: { type: "string" },
      email: { type: "string" },
      phone: { type: "string" },
      related: { type: "boolean" },
      only: { type: "boolean" },
      again: { type: "boolean" },
    },
  });
}

type CommandOptions = ReturnType<typeof parseCommandLine>["values"];
type Call = OwnerContext & { operands: string[]; options: CommandOptions };
type Answer = { ok?: boolean; data: unknown; text: string };

const commands: Record<string, (call: Call) => Promise<Answer>> = {
  release: ({ inbox, operands }) =>
    forEach(operands, async (reference) =>
      (await inbox.release(reference)) === "done"
        ? "wypuszczone z kwarantanny, e-mail czeka na wysłanie"
        : undefined,
    ),

  resend: async ({ inbox, operands, options }) => {
    if (options.dead) {
      const emails = await inbox.resendDead();
      const text =
        emails > 0 ? `E-maile do wysłania: ${emails}.` : "Wszystko dotarło, nie ma czego ponawiać.";
      return { data: { emails }, text };
    }
    return forEach(operands, async (reference) => {
      const waiting = await inbox.resend(reference);
      return waiting === undefined ? undefined : `e-maile do wysłania: ${waiting}`;
    });
  },

  export: async ({ inbox, options }) => {
    const enquiries = await inbox.exportAll();
    const content = options.json ? JSON.stringify(enquiries, null, 2) : toCsv(enquiries);
    if (options.out === undefined) return { data: enquiries, text: content };
    await writePrivateFile(options.out, content);
    return {
      data: { exported: enquiries.length },
      text: `Zapisane zapytania: ${enquiries.length} (${options.out}).`,
    };
  },

  erase: async ({ inbox, options }) => {
    if (options.again) {
      const erased = await inbox.repeatErasures();
      return { data: { erased }, text: `Ponownie usunięte zapytania: ${erased}.` };
    }
    const person = personOf(options);
    if (!person) return failure("Podaj --email ADRES albo --phone NUMER, np. --phone 600100200.");
    const { related } = await inbox.findPerson(person);
    if (related.length > 0 && !options.related && !options.only) {
      return { ok: false, data: { related }, text: relatedView(related) };
    }
    const erasure = await inbox.erase(person, { related: options.related ?? false });
    return { data: erasure, text: erasureView(erasure) };
  },

  purge: async ({ inbox, retentionDays }) => {
    const purged = await inbox.purge(retentionDays);
    return { data: { purged }, text: `Usunięte zapytania (starsze niż ${retentionDays} dni): ${purged}.` };
  },

  stats: async ({ inbox }) => {
    const stats = await inbox.stats();
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
      text: text ?? "nie ma takiego zapytania albo to polecenie go nie dotyczy",
    });
  }
  return {
    ok: outcomes.every(({ done }) => done),
    data: outcomes.map(({ reference, done }) => ({ reference, done })),
    text: outcomes.map(({ reference, text }) => `${reference}: ${text}`).join("\n"),
  };
}

const failure = (text: string): Answer => ({ ok: false, data: { error: text }, text });

function personOf({ email, phone }: CommandOptions): Person | undefined {
  if (email) return { email };
  const parsed = phone ? parsePhone(phone) : undefined;
  return parsed ? { phone: parsed } : undefined;
}
