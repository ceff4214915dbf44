import type { z } from "zod";
import type { Path } from "./path.ts";
import type { PlacedProblem } from "./problems.ts";

type Issue = z.core.$ZodIssue;

/** Explains one Zod issue in Polish; an issue may yield several problems. */
export function explainIssue(issue: Issue, above: Path = []): Omit<PlacedProblem, "name">[] {
  const path = [...above, ...(issue.path as Path)];
  if (issue.code === "invalid_union") {
    return closestBranch(issue).flatMap((inner) => explainIssue(inner, path));
  }
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ path: [...path, key], problem: `Nie ma tu pola o nazwie „${key}”.` }));
  }
  return [{ path, problem: explain(issue) }];
}

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

function explain(issue: Issue): string {
  const isEmptyText = issue.code === "too_small" && issue.origin === "string";
  if ([undefined, null, ""].includes(issue.input as never) || isEmptyText) return "Wypełnij to pole.";
  switch (issue.code) {
    case "invalid_type":
      return /^(?:number|int)$/.test(issue.expected) ? "Wpisz liczbę." : "Ta wartość jest innego rodzaju.";
    case "too_small":
      return issue.origin === "array"
        ? "Dodaj co najmniej jedną pozycję."
        : `Liczba ${issue.input} jest za mała, najmniej ${issue.minimum}.`;
    case "too_big":
      return tooBig(issue);
    case "invalid_format":
      return `To nie jest prawidłowy ${formatNames[issue.format] ?? "zapis"}.`;
    case "invalid_value":
      return "Wybierz jedną z możliwości.";
    case "custom":
      return `${issue.message.charAt(0).toUpperCase()}${issue.message.slice(1)}.`;
    default:
      return "Ta wartość jest nieprawidłowa.";
  }
}

function tooBig(issue: z.core.$ZodIssueTooBig): string {
  const size = Array.isArray(issue.input) || typeof issue.input === "string" ? issue.input.length : 0;
  if (issue.origin === "string")
    return `Tekst jest za długi: znaków jest ${size}, a może być najwyżej ${issue.maximum}.`;
  if (issue.origin === "array")
    return `Lista jest za długa: pozycji jest ${size}, a może być najwyżej ${issue.maximum}.`;
  return `Liczba ${issue.input} jest za duża, najwyżej ${issue.maximum}.`;
}

const formatNames: Record<string, string> = {
  email: "adres e-mail",
  url: "adres internetowy",
  date: "zapis daty",
};
