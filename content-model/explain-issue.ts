import type { z } from "zod";
import { type JsonSchema, jsonSchemaOf } from "./form-of.ts";
import { suggestWord } from "./nearest-word.ts";
import type { Path } from "./path.ts";
import type { Explanation } from "./problems.ts";

type Issue = z.core.$ZodIssue;

type Explained = Explanation & { path: Path };

/** Explains one Zod issue in Polish, with a remedy; an issue may yield several problems. */
export function explainIssue(issue: Issue, schema: z.ZodType, above: Path = []): Explained[] {
  const path = [...above, ...(issue.path as Path)];
  if (issue.code === "invalid_union") {
    return closestBranch(issue).flatMap((inner) => explainIssue(inner, schema, path));
  }
  const here = schemasAt(jsonSchemaOf(schema), path);
  if (issue.code === "unrecognized_keys") {
    const keys = here.flatMap(({ properties = {} }) => Object.keys(properties));
    return issue.keys.map((key) => ({ path: [...path, key], ...unknownKey(key, keys) }));
  }
  const { description = wholeFile } = here.find(({ title }) => title) ?? {};
  return [{ path, ...explainValue(issue, path, description) }];
}

/** What a schema says about a path; several variants of a union may have it. */
function schemasAt(root: JsonSchema, path: Path): JsonSchema[] {
  return path.reduce(
    (above, key) =>
      above
        .map((schema) => (typeof key === "number" ? schema.items : schema.properties?.[key]))
        .flatMap((schema) => (typeof schema === "object" ? variantsOf(schema as JsonSchema) : [])),
    variantsOf(root),
  );
}

const variantsOf = (schema: JsonSchema): JsonSchema[] => [
  schema,
  ...((schema.anyOf ?? []) as JsonSchema[]).flatMap(variantsOf),
];

/** The description of a whole file, for which schemas have none. */
const wholeFile = "Plik składa się z pól, każde w postaci: nazwa, dwukropek, spacja, wartość.";

/** The issues of the union branch that the owner most likely meant. */
function closestBranch({ errors }: z.core.$ZodIssueInvalidUnion): Issue[] {
  return errors.toSorted((a, b) => strangeness(a) - strangeness(b))[0] ?? [];
}

/** How far a value is from a branch: maximal if its type differs, else the number of unknown fields. */
function strangeness(issues: Issue[]): number {
  if (issues.some(({ code, path }) => code === "invalid_type" && path.length === 0))
    return Number.MAX_SAFE_INTEGER;
  return issues.reduce((sum, issue) => sum + (issue.code === "unrecognized_keys" ? issue.keys.length : 0), 0);
}

function unknownKey(key: string, allowed: readonly string[]): Explanation {
  return {
    problem: `nie ma tu pola o nazwie „${key}”`,
    hint: suggestWord(key, allowed, `Pola, których można tu użyć: ${allowed.join(", ")}.`),
    inForm: `W pliku jest nieznane pole „${key}”.`,
  };
}

function explainValue(issue: Issue, path: Path, description: string): Explanation {
  const name =
    typeof path.at(-1) === "number" ? `pozycja ${Number(path.at(-1)) + 1}` : `„${String(path.at(-1) ?? "")}”`;
  if (issue.code === "invalid_type") return explainType(issue, name, description);
  const isTooLong = issue.code === "too_big" && issue.origin === "string";
  return { ...explainKind(issue), hint: isTooLong ? `Skróć tekst. ${description}` : description };
}

function explainKind(issue: Exclude<Issue, { code: "invalid_type" }>): Omit<Explanation, "hint"> {
  switch (issue.code) {
    case "too_small":
      if (issue.origin === "string") return { problem: "tekst jest pusty", inForm: fillIn };
      if (issue.origin === "array")
        return { problem: "lista jest pusta", inForm: "Dodaj co najmniej jedną pozycję." };
      return asSentence(`liczba ${issue.input} jest za mała, najmniej ${issue.minimum}`);
    case "too_big":
      return asSentence(tooBig(issue));
    case "invalid_format": {
      const format = formatNames[issue.format] ?? "zapis";
      const problem = `${format} „${issue.input}” jest nieprawidłowy`;
      return { problem, inForm: issue.input === "" ? fillIn : `To nie jest prawidłowy ${format}.` };
    }
    case "invalid_value": {
      const problem = `wartość ${shown(issue.input)} nie jest tu dozwolona`;
      return { problem, inForm: "Wybierz jedną z możliwości." };
    }
    case "custom":
      return { ...asSentence(issue.message), ...(issue.input === "" && { inForm: fillIn }) };
    default: {
      const problem = `wartość ${shown(issue.input)} jest nieprawidłowa`;
      return { problem, inForm: "Ta wartość jest nieprawidłowa." };
    }
  }
}

const fillIn = "Wypełnij to pole.";

const asSentence = (problem: string) => ({
  problem,
  inForm: `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`,
});

function explainType(issue: z.core.$ZodIssueInvalidType, name: string, description: string): Explanation {
  if (issue.input === undefined)
    return { problem: `brakuje pola ${name}`, hint: `Dopisz ${name}. ${description}`, inForm: fillIn };
  if (issue.input === null)
    return {
      problem: `pole ${name} jest puste`,
      hint: `Wpisz wartość; pole nieobowiązkowe możesz też usunąć. ${description}`,
      inForm: fillIn,
    };
  const problem = `zamiast ${typeNames[issue.expected] ?? "innej wartości"} jest ${kindOf(issue.input)}`;
  const quoted = issue.expected === "string" && typeof issue.input !== "object";
  return {
    problem,
    hint: quoted ? `Weź wartość w cudzysłów: "${issue.input}". ${description}` : description,
    inForm: /^(?:number|int)$/.test(issue.expected) ? "Wpisz liczbę." : "Ta wartość jest innego rodzaju.",
  };
}

function tooBig(issue: z.core.$ZodIssueTooBig): string {
  const size = Array.isArray(issue.input) || typeof issue.input === "string" ? issue.input.length : 0;
  if (issue.origin === "string")
    return `tekst jest za długi: znaków jest ${size}, a może być najwyżej ${issue.maximum}`;
  if (issue.origin === "array")
    return `lista jest za długa: pozycji jest ${size}, a może być najwyżej ${issue.maximum}`;
  return `liczba ${issue.input} jest za duża, najwyżej ${issue.maximum}`;
}

const formatNames: Record<string, string> = {
  email: "adres e-mail",
  url: "adres internetowy",
  date: "zapis daty",
};

/** In the genitive, after „zamiast”. */
const typeNames: Record<string, string> = {
  string: "tekstu",
  number: "liczby",
  int: "liczby całkowitej",
  boolean: "true albo false",
  array: "listy (każda pozycja od myślnika)",
  object: "grupy pól z wcięciem",
};

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "lista";
  if (typeof value === "object") return "grupa pól";
  return shown(value);
}

const shown = (value: unknown) => (typeof value === "string" ? `„${value}”` : String(value));
