import type { z } from "zod";
import type { Field } from "./field-guide.ts";
import { nearestWord } from "./nearest-word.ts";
import type { Path } from "./read-yaml.ts";

type Issue = z.core.$ZodIssue;

export interface Explanation {
  path: Path;
  problem: string;
  hint: string;
}

/** Says in Polish what one issue of a schema means and how to mend it; an issue may hold several findings. */
export function explainIssue(issue: Issue, fieldAt: (path: Path) => Field, above: Path = []): Explanation[] {
  const path = [...above, ...(issue.path as Path)];
  if (issue.code === "invalid_union") {
    return closestBranch(issue).flatMap((inner) => explainIssue(inner, fieldAt, path));
  }
  if (issue.code === "unrecognized_keys") {
    const { keys } = fieldAt(path);
    return issue.keys.map((key) => ({ path: [...path, key], ...unknownKey(key, keys) }));
  }
  return [{ path, ...explainValue(issue, path, fieldAt(path).description ?? wholeFile) }];
}

/** Everything smaller than a file has a description of its own. */
const wholeFile = "Plik składa się z pól, każde w postaci: nazwa, dwukropek, spacja, wartość.";

/** Of the shapes a value may have, the one that the owner most likely meant. */
function closestBranch({ errors }: z.core.$ZodIssueInvalidUnion): Issue[] {
  return errors.toSorted((a, b) => strangeness(a) - strangeness(b))[0] ?? [];
}

/** How far a value is from a shape: another type altogether, else the number of fields that do not belong to it. */
function strangeness(issues: Issue[]): number {
  if (issues.some(({ code, path }) => code === "invalid_type" && path.length === 0))
    return Number.MAX_SAFE_INTEGER;
  return issues.reduce((sum, issue) => sum + (issue.code === "unrecognized_keys" ? issue.keys.length : 0), 0);
}

function unknownKey(key: string, allowed: readonly string[]) {
  const near = nearestWord(key, allowed);
  return {
    problem: `nie ma tu pola o nazwie „${key}”`,
    hint: near ? `Czy chodziło o „${near}”?` : `Pola, które mogą tu stać: ${allowed.join(", ")}.`,
  };
}

function explainValue(issue: Issue, path: Path, description: string) {
  const name =
    typeof path.at(-1) === "number" ? `pozycja ${Number(path.at(-1)) + 1}` : `„${String(path.at(-1) ?? "")}”`;
  switch (issue.code) {
    case "invalid_type":
      return explainType(issue, name, description);
    case "too_small":
      return { problem: tooSmall(issue), hint: description };
    case "too_big":
      return {
        problem: tooBig(issue),
        hint: issue.origin === "string" ? `Skróć tekst. ${description}` : description,
      };
    case "invalid_format":
      return {
        problem: `${formatNames[issue.format] ?? "zapis"} „${issue.input}” jest nieprawidłowy`,
        hint: description,
      };
    case "invalid_value":
      return { problem: `wartość ${shown(issue.input)} nie jest tu dozwolona`, hint: description };
    case "custom":
      return { problem: issue.message, hint: description };
    default:
      return { problem: `wartość ${shown(issue.input)} jest nieprawidłowa`, hint: description };
  }
}

function explainType(issue: z.core.$ZodIssueInvalidType, name: string, description: string) {
  if (issue.input === undefined)
    return { problem: `brakuje pola ${name}`, hint: `Dopisz ${name}. ${description}` };
  if (issue.input === null)
    return {
      problem: `pole ${name} jest puste`,
      hint: `Wpisz wartość; pole nieobowiązkowe możesz też usunąć. ${description}`,
    };
  const problem = `powinno tu być: ${typeNames[issue.expected] ?? "coś innego"}, a jest: ${kindOf(issue.input)}`;
  const quoted = issue.expected === "string" && typeof issue.input !== "object";
  return {
    problem,
    hint: quoted ? `Weź wartość w cudzysłów: "${issue.input}". ${description}` : description,
  };
}

function tooSmall(issue: z.core.$ZodIssueTooSmall): string {
  if (issue.origin === "string") return "tekst jest pusty";
  if (issue.origin === "array") return "lista jest pusta";
  return `liczba ${issue.input} jest za mała, najmniej ${issue.minimum}`;
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

const typeNames: Record<string, string> = {
  string: "tekst",
  number: "liczba",
  int: "liczba całkowita",
  boolean: "true albo false",
  array: "lista (każda pozycja od myślnika)",
  object: "grupa pól z wcięciem",
};

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "lista";
  if (typeof value === "object") return "grupa pól";
  return shown(value);
}

const shown = (value: unknown) => (typeof value === "string" ? `„${value}”` : String(value));
