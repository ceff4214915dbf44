import type { z } from "zod";
import { type Content, type ContentName, contentNames, contentSchemas } from "./content.ts";
import { findMismatches } from "./cross-checks.ts";
import { formatPhone } from "./format-phone.ts";
import { mapDeep, type Path } from "./path.ts";
import { ContentError, type ContentProblem, type PlacedProblem } from "./problems.ts";
import { type RawContent, type RawFile, readContentFolder } from "./read-content.ts";
import type { SiteFact } from "./schema/text.ts";
import { typography } from "./typography.ts";

/** A content folder that was read and is valid. */
export interface LoadedFolder extends Pick<RawContent, "files"> {
  readonly folder: string;
  readonly content: Content;
}

/** Loads the content of a folder; throws one ContentError with the problems of all files. */
export const loadContent = (folder: string): Content => loadFolder(folder).content;

/** Like `loadContent`, but also returns the raw files. */
export function loadFolder(folder: string): LoadedFolder {
  const raw = readContentFolder(folder);
  const checked = checkContent(raw);
  if (!checked.ok) throw new ContentError(checked.problems);
  return { folder, files: raw.files, content: checked.content };
}

export type CheckedContent =
  | { ok: true; content: Content }
  | { ok: false; problems: readonly ContentProblem[] };

/** Checks raw content. Returns the problems of all files, or the content as pages show it. */
export function checkContent({ files, media }: RawContent): CheckedContent {
  const content: Partial<Content> = {};
  const problems = contentNames.flatMap((name) => {
    const checked = checkFile(name, files[name]);
    if ("problems" in checked) return checked.problems;
    Object.assign(content, { [name]: checked.value });
    return [];
  });
  const names = Object.keys(content) as ContentName[];
  const written = Object.fromEntries(names.map((name) => [name, files[name].value]));
  problems.push(
    ...findMismatches(content, written, media).map((problem) => locate(problem, files[problem.name])),
  );
  return problems.length > 0
    ? { ok: false, problems }
    : { ok: true, content: fillPlaceholders(content as Content) };
}

function checkFile(name: ContentName, raw: RawFile) {
  if (raw.problems.length > 0) return { problems: raw.problems };
  const schema: z.ZodType = contentSchemas[name];
  const parse = (value: unknown) => schema.safeParse(value, { reportInput: true });
  const first = parse(raw.value);
  const parsed = first.success ? first : parse(withoutRetiredLists(raw.value, first.error.issues));
  if (parsed.success) return { value: parsed.data };
  const problems = parsed.error.issues.flatMap((issue) => explainIssue(issue));
  return { problems: problems.map((problem) => locate({ name, ...problem }, raw)) };
}

/** Removes empty lists that the schema no longer has: content of an older release must not block an upgrade. */
function withoutRetiredLists(value: unknown, issues: readonly Issue[]): unknown {
  const unknown = issues.flatMap((issue) =>
    issue.code === "unrecognized_keys" && issue.path.length === 0 ? issue.keys : [],
  );
  if (unknown.length === 0) return value;
  const isRetired = ([key, entry]: [string, unknown]) =>
    unknown.includes(key) && Array.isArray(entry) && entry.length === 0;
  return Object.fromEntries(Object.entries(value as object).filter((field) => !isRetired(field)));
}

type Issue = z.core.$ZodIssue;

/** Explains one Zod issue in Polish; an issue may yield several problems. */
export function explainIssue(issue: Issue, above: Path = []): Omit<PlacedProblem, "name">[] {
  const path = [...above, ...(issue.path as Path)];
  if (issue.code === "invalid_union") {
    // Of the branch that the owner most likely meant.
    const [closest = []] = issue.errors.toSorted((a, b) => branchDistance(a) - branchDistance(b));
    return closest.flatMap((inner) => explainIssue(inner, path));
  }
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ path: [...path, key], problem: `Nie ma tu pola o nazwie „${key}”.` }));
  }
  return [{ path, problem: explain(issue) }];
}

/** How much a value differs from a branch: the number of unknown fields; maximal if the type differs. */
function branchDistance(issues: Issue[]): number {
  if (issues.some(({ code, path }) => code === "invalid_type" && path.length === 0))
    return Number.MAX_SAFE_INTEGER;
  return issues.reduce((sum, issue) => sum + (issue.code === "unrecognized_keys" ? issue.keys.length : 0), 0);
}

function explain(issue: Issue): string {
  const isEmptyText = issue.code === "too_small" && issue.origin === "string";
  if ([undefined, null, ""].includes(issue.input as never) || isEmptyText) return "Wypełnij to pole.";
  if (issue.code === "invalid_type" && /^(?:number|int)$/.test(issue.expected))
    return typeof issue.input === "number" ? "Wpisz liczbę całkowitą." : "Wpisz liczbę.";
  switch (issue.code) {
    case "too_small":
      return issue.origin === "array"
        ? "Dodaj co najmniej jedną pozycję."
        : `Liczba ${String(issue.input).replace(".", ",")} jest za mała, najmniej ${issue.minimum}.`;
    case "too_big":
      return tooBig(issue);
    case "invalid_format":
      return formatProblems[issue.format] ?? "To nie jest prawidłowy zapis.";
    case "invalid_value":
      return "Wybierz jedną z możliwości.";
    case "custom":
      return `${issue.message.charAt(0).toUpperCase()}${issue.message.slice(1)}.`;
    default:
      return "Ma tu być inny rodzaj wartości: porównaj z przykładową treścią.";
  }
}

function tooBig(issue: z.core.$ZodIssueTooBig): string {
  const size = Array.isArray(issue.input) || typeof issue.input === "string" ? issue.input.length : 0;
  if (issue.origin === "string")
    return `Tekst jest za długi: znaków jest ${size}, a może być najwyżej ${issue.maximum}.`;
  if (issue.origin === "array")
    return `Lista jest za długa: pozycji jest ${size}, a może być najwyżej ${issue.maximum}.`;
  return `Liczba ${String(issue.input).replace(".", ",")} jest za duża, najwyżej ${issue.maximum}.`;
}

const formatProblems: Record<string, string> = {
  email: "To nie jest prawidłowy adres e-mail. Wpisz go w całości, na przykład ala@example.pl.",
  url: "To nie jest prawidłowy adres internetowy. Wpisz go w całości, od https://.",
  date: "To nie jest prawidłowa data. Wpisz rok-miesiąc-dzień, na przykład 2027-08-01.",
  slug: "Użyj tylko małych liter bez polskich znaków, cyfr i łączników między nimi, na przykład plan-na-dom.",
};

/** Adds the file and the line to a problem. */
export function locate(problem: PlacedProblem, { file, lineOf }: RawFile): ContentProblem {
  return { ...problem, file, ...(lineOf && { line: lineOf(problem.path) }) };
}

/** The values of placeholders such as `{name}`. */
export function factsOf(site: Content["site"]): Record<SiteFact, string> {
  const telephone = site.telephone ? formatPhone(site.telephone) : "";
  return {
    name: site.name,
    controller: site.company.legalName,
    address: addressLine(site.address),
    contact: [site.email, telephone].filter(Boolean).join(", "),
    email: site.email ?? telephone,
    telephone: telephone || (site.email ?? ""),
    answerTime: site.answerTime,
  };
}

/** Fills in placeholders from site.yaml; an empty one takes the comma before it along. Only the build knows `{retentionDays}`. */
function fillPlaceholders(content: Content): Content {
  const facts = factsOf(content.site);
  const fill = (text: string) =>
    text.replace(/(,\s)?\{(\w+)\}/g, (written, comma = "", name) => {
      const fact = facts[name as SiteFact];
      return fact === undefined ? written : fact && comma + fact;
    });
  return mapDeep(content, (value) => (typeof value === "string" ? fill(value) : value)) as Content;
}

/** Formats the address on one line, with hard spaces where it must not wrap: "ul. Polna 7" and "00-001 Warszawa". */
function addressLine({ streetAddress, postalCode, addressLocality }: Content["site"]["address"]): string {
  const street = streetAddress && typography(streetAddress).replace(/ (?=\d\S*$)/, "\u00a0");
  const town = [postalCode, addressLocality].filter(Boolean).join("\u00a0");
  return [street, town].filter(Boolean).join(", ");
}
