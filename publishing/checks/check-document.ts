import { createHash } from "node:crypto";
import { error, type Problem } from "./problem.ts";
import { mainHeading, textOf } from "./read-html.ts";

export interface ServedDocument {
  readonly path: string;
  /** The expected main heading, if known. */
  readonly heading: string | undefined;
  readonly status: number;
  readonly html: string;
  /** Its transfer size: inlined style sheets included, compressed with Brotli. */
  readonly sentBytes: number;
  /** The security policy it was sent with. */
  readonly policy: string;
}

/** Checks that a page opens, is the expected one and contains nothing that its security policy forbids. */
export function checkDocument(document: ServedDocument): Problem[] {
  const { path, status } = document;
  if (status !== 200) return [error(`strona odpowiada kodem ${status} zamiast 200`, path)];
  return [...headingProblems(document), ...policyProblems(document)].map((problem) => error(problem, path));
}

function headingProblems({ html, heading }: ServedDocument): string[] {
  const found = mainHeading(html);
  if ("problem" in found) return [found.problem];
  if (heading !== undefined && found.text !== textOf(heading)) {
    return [`główny nagłówek to „${found.text}”, a powinien być „${heading}”`];
  }
  return [];
}

function policyProblems({ html, policy }: ServedDocument): string[] {
  const problems: string[] = [];
  const scripts = [...html.matchAll(/<script(?: type="(?:module|importmap)")?>(.*?)<\/script>/gs)];
  const styles = [...html.matchAll(/<style\b[^>]*>(.*?)<\/style>/gs)];
  const blocked = [...scripts, ...styles].filter(([, text = ""]) => !policy.includes(`'${hashOf(text)}'`));
  if (blocked.length > 0) {
    problems.push(`zasady bezpieczeństwa blokują skrypty lub style zapisane na stronie (${blocked.length})`);
  }
  const tags = html.replaceAll(/<(script|style)\b.*?<\/\1>/gs, "").match(/<[a-z][^>]*>/g) ?? [];
  if (tags.some((tag) => /\s(?:style|on[a-z]+)=/.test(tag.replaceAll(/"[^"]*"/g, '""')))) {
    problems.push("na stronie są style lub skrypty wpisane w znaczniki, które zasady bezpieczeństwa blokują");
  }
  return problems;
}

const hashOf = (text: string) => `sha256-${createHash("sha256").update(text).digest("base64")}`;
