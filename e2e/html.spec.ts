import { FileSystemConfigLoader, HtmlValidate } from "html-validate";
import { pagePaths } from "./pages.ts";
import { expect, test } from "./test.ts";

// .htmlvalidate.json turns off only the rules on notation, which React decides, and allows the progress bar's role.
const validator = new HtmlValidate(new FileSystemConfigLoader());

/** The errors of a document, one line each. */
async function faultsIn(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html, "page.html");
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
}

test("B1.3 B10.2 every document is valid HTML, and so is a form returned with errors; one with an error fails", async ({
  request,
  baseURL,
}) => {
  for (const path of [...pagePaths, "/nie-ma-takiej"]) {
    expect(await faultsIn(await (await request.get(path)).text()), path).toEqual([]);
  }
  const response = await request.post("/kontakt", {
    form: { name: "", phone: "1", email: "x", message: '<b>"Tekst" & </textarea>' },
    headers: { Origin: baseURL ?? "" },
  });
  expect(response.status()).toBe(422);
  expect(await faultsIn(await response.text())).toEqual([]);
  expect(
    await faultsIn("<!doctype html><html lang='pl'><title>x</title><p><div></div></p></html>"),
  ).not.toEqual([]);
});
