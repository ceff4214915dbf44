import type { Content } from "../../content-model/content.ts";
import { lacksOf, type Problem, warning } from "../../publishing/checks/problem.ts";

/** Finds the legally required consumer information that the offer lacks. */
export function checkTerms({ oferta }: Content, offerFile: string): Problem[] {
  const { payment, withdrawal, complaints, terms } = oferta.rules;
  const hasPrices = [...oferta.services, ...oferta.packages].some(({ price }) => "amount" in price);
  return lacksOf([
    [!hasPrices || oferta.priceNote !== undefined, "nie wiadomo, czy ceny zawierają VAT (priceNote)"],
    [payment !== undefined, "nie wiadomo, kiedy i jak się płaci (rules.payment)"],
    [
      withdrawal !== undefined,
      "nie ma mowy o prawie do odstąpienia w ciągu 14 dni od umowy zawartej na odległość (rules.withdrawal)",
    ],
    [complaints !== undefined, "nie wiadomo, gdzie i jak zgłosić reklamację (rules.complaints)"],
    [terms !== undefined, "nie ma regulaminu usług świadczonych drogą elektroniczną (rules.terms)"],
  ]).map((lack) => warning(lack, offerFile));
}
