import { expect, test } from "vitest";
import { loadContent } from "../../content-model/load.ts";
import { smallestContent, writeContentFolder } from "../../content-model/testing/content-folder.ts";
import { checkTerms } from "./check-terms.ts";

const lacksOf = (oferta: string) =>
  checkTerms(loadContent(writeContentFolder({ oferta })), "oferta.yaml").map(({ text }) => text);

test("reports every missing piece of consumer information, and nothing once all are there", () => {
  expect(lacksOf(smallestContent.oferta)).toEqual([
    expect.stringContaining("(priceNote)"),
    expect.stringContaining("(rules.payment)"),
    expect.stringContaining("(rules.withdrawal)"),
    expect.stringContaining("(rules.complaints)"),
    expect.stringContaining("(rules.terms)"),
  ]);
  const told = smallestContent.oferta.replace(
    "contraindications: [Lekarz.]",
    "contraindications: [Lekarz.], payment: [Po.], withdrawal: [Można.], complaints: [Tu.], terms: [Tak.]",
  );
  expect(lacksOf(`${told}priceNote: Ceny zawierają VAT.\n`)).toEqual([]);
});

test("an offer without prices needs no VAT note", () => {
  const onRequest = smallestContent.oferta.replace("{ amount: 1200, unit: za plan }", "{ onRequest: true }");
  expect(lacksOf(onRequest)).not.toContainEqual(expect.stringContaining("priceNote"));
});
