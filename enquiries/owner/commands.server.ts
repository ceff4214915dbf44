import { randomUUID } from "node:crypto";
import { parsePhone } from "../phone.server.ts";
import { parseReference } from "../reference.ts";
import { writePrivateFile } from "../storage/private-file.server.ts";
import { type CommandOptions, parseCommandLine, usage } from "./command-line.server.ts";
import { toCsv } from "./export.server.ts";
import type { Inbox } from "./inbox.server.ts";
import { enquiryStates, maxNoteLength, type Person } from "./inbox.ts";
import { parsePolishTime, toPolishTime } from "./polish-time.server.ts";
import { enquiryView, erasureView, listView, relatedView, statsView } from "./views.server.ts";
import { stateWord } from "./words.ts";

export type OwnerContext = {
  inbox: Inbox;
  retentionDays: number;
  rowsPerPage: number;
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

type Call = OwnerContext & { operands: string[]; options: CommandOptions };
type Answer = { ok?: boolean; data: unknown; text: string };

const commands: Record<string, (call: Call) => Promise<Answer>> = {
  list: async ({ inbox, options, rowsPerPage }) => {
    const { search, after, quarantine = false } = options;
    const limit = Number(options.limit ?? rowsPerPage);
    if (!Number.isInteger(limit) || limit < 1)
      return failure("--limit: podaj liczbę całkowitą, np. --limit 20");
    const state = options.state === undefined ? undefined : parseState(options.state);
    if (options.state !== undefined && !state) return failure(unknownState);
    const page = await inbox.list({
      limit,
      // An unfiltered list shows the quarantine too, so that nothing in it is overlooked.
      view: quarantine ? "quarantine" : state ? "inbox" : "all",
      state,
      search,
      after: after || undefined,
    });
    if (!page) return failure("--after: podaj to, co wypisała poprzednia strona listy");
    const isFiltered = quarantine || state !== undefined || search !== undefined;
    return { data: page, text: listView(page, { isFiltered }) };
  },

  show: async ({ inbox, operands }) => {
    const reference = parseReference(operands[0] ?? "");
    const enquiry = await inbox.find(reference);
    if (!enquiry) return unknown(reference);
    await inbox.markRead(reference);
    return { data: enquiry, text: enquiryView(enquiry) };
  },

  state: async ({ inbox, operands: [typed = "", ...words] }) => {
    const reference = parseReference(typed);
    const state = parseState(words.join(" "));
    if (!state) return failure(unknownState);
    const result = await inbox.changeState(reference, state);
    return result === "missing" ? unknown(reference) : done(`${reference}: ${stateWord[state]}`);
  },

  note: async ({ inbox, operands: [typed = "", ...words], options: { remove } }) => {
    const reference = parseReference(typed);
    if (remove !== undefined) {
      const result = await inbox.removeNote(reference, remove);
      return result === "missing"
        ? failure(`Nie ma takiej notatki do zapytania ${reference}.`)
        : done(`${reference}: notatka usunięta`);
    }
    const text = words.join(" ").trim();
    if (text === "" || text.length > maxNoteLength)
      return failure(`Podaj treść notatki (do ${maxNoteLength} znaków).`);
    const note = await inbox.addNote(reference, { id: randomUUID(), text });
    return note ? { data: note, text: `${reference}: notatka dopisana` } : unknown(reference);
  },

  remind: async ({ inbox, operands: [typed = "", ...words], options: { clear } }) => {
    const reference = parseReference(typed);
    const at = clear ? undefined : parsePolishTime(words.join(" "));
    if (!clear && at === undefined)
      return failure('Podaj dzień i godzinę, np. "2026-12-01 09:00", albo --clear.');
    const remindAt = at === undefined ? null : new Date(at).toISOString();
    const result = await inbox.setReminder(reference, remindAt);
    if (result === "missing") return unknown(reference);
    return done(
      `${reference}: ${remindAt ? `przypomnienie ${toPolishTime(remindAt)}` : "bez przypomnienia"}`,
    );
  },

  spam: ({ inbox, operands }) =>
    forEach(operands, async (reference) =>
      (await inbox.markAsSpam(reference)) === "done" ? "przeniesione do kwarantanny" : undefined,
    ),

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

const done = (text: string): Answer => ({ data: { done: true }, text });
const failure = (text: string): Answer => ({ ok: false, data: { error: text }, text });
const unknown = (reference: string) => failure(`Nie ma zapytania o numerze ${reference}.`);
const unknownState = `Podaj stan: ${enquiryStates.map((state) => stateWord[state]).join(", ")}.`;

/** A state by its Polish word or by its name. */
const parseState = (typed: string) =>
  enquiryStates.find((state) => [state, stateWord[state]].includes(typed.trim().toLowerCase()));

function personOf({ email, phone }: CommandOptions): Person | undefined {
  if (email) return { email };
  const parsed = phone ? parsePhone(phone) : undefined;
  return parsed ? { phone: parsed } : undefined;
}
