import { HtmlValidate } from "html-validate";
import type { ServedDocument } from "../../../publishing/checks/check-document.ts";
import { error, type Problem } from "../../../publishing/checks/problem.ts";

const rules = {
  "heading-level": "nagłówki nie idą po kolei",
  "wcag/h37": "zdjęcie nie ma opisu (alt)",
  "no-dup-id": "dwa miejsca strony mają ten sam identyfikator",
  "empty-title": "strona nie ma tytułu",
} as const;

/** Rules about heading order, picture descriptions and the like. */
export async function checkHtml(pages: readonly Pick<ServedDocument, "path" | "html">[]): Promise<Problem[]> {
  const validator = new HtmlValidate({
    root: true,
    rules: Object.fromEntries(Object.keys(rules).map((rule) => [rule, "error"])),
  });
  const reports = await Promise.all(
    pages.map(async ({ path, html }) => ({ path, report: await validator.validateString(html) })),
  );
  return reports.flatMap(({ path, report }) =>
    report.results
      .flatMap(({ messages }) => messages)
      .map(({ ruleId, message }) => error(`${rules[ruleId as keyof typeof rules]} (${message})`, path)),
  );
}
