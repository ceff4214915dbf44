import type { PlacedProblem } from "../../content-model/problems.ts";

/** A field of the content. */
export type Place = Readonly<Pick<PlacedProblem, "name" | "path">>;

/** A finding of a check, in Polish. */
export interface Problem {
  /** An `error` keeps the site from going live. */
  readonly level: "error" | "warning";
  readonly text: string;
  /** A file with its line, or a setting. */
  readonly where?: string | undefined;
  /** The field in which to fix it. */
  readonly place?: Place | undefined;
}

type Where = string | Place;

export const error = (text: string, where?: Where) => problem("error", text, where);
export const warning = (text: string, where?: Where) => problem("warning", text, where);

function problem(level: Problem["level"], text: string, where: Where | undefined): Problem {
  return typeof where === "object" ? { level, text, place: where } : { level, text, where };
}

export const isError = ({ level }: Problem) => level === "error";

const signs: Record<Problem["level"], string> = { error: "✗", warning: "!" };

/** Formats a problem as a line of a list: a sign for its level, place and text. */
export const signedLine = ({ level, text, where }: Problem) =>
  `${signs[level]} ${where === undefined ? text : `${where}: ${text}`}`;
