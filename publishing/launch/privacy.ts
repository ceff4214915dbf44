import type { Content } from "../../content-model/content.ts";
import { formatPhone } from "../../content-model/format-phone.ts";
import { typography } from "../../content-model/typography.ts";
import { error, type Problem } from "./problem.ts";

/** Finds what the privacy policy lacks under GDPR (RODO) art. 13. */
export function checkPolicy(content: Content): Problem[] {
  const { company, email, telephone } = content.site;
  const contacts = [email, telephone && formatPhone(telephone)].filter((contact) => contact !== undefined);
  const policy = JSON.stringify(content.prywatnosc);
  const offer = JSON.stringify(content.oferta).replaceAll("\u00a0", " ");
  // `true` stands for a requirement that is met.
  const found = [
    namesController(policy, company) || "nie ma nazwy administratora danych: {controller}",
    contacts.some((contact) => policy.includes(contact)) ||
      "nie ma adresu e-mail do spraw danych: {email} albo {contact}",
    policy.includes("{retentionDays}") || "nie wiadomo, jak długo dane są przechowywane: {retentionDays}",
    /UODO|Urzędu\sOchrony\sDanych\sOsobowych/.test(policy) || "nie ma mowy o skardze do Prezesa UODO",
    /art\.\s6/.test(policy) ||
      "nie ma podstawy prawnej: art. 6 ust. 1 RODO z literą, np. lit. b (przygotowanie umowy)",
    /dobrowoln/i.test(policy) || "nie wiadomo, czy podanie danych jest dobrowolne",
    content.prywatnosc.objection !== undefined ||
      "nie ma osobnego zdania o prawie sprzeciwu (objection; RODO, art. 21 ust. 4)",
    !/ankiet|o zdrowiu|o lekach/i.test(offer) ||
      /art\.\s9/.test(policy) ||
      "oferta mówi o ankiecie albo rozmowie o zdrowiu, a nie ma podstawy dla tych danych: art. 9 RODO, np. wyraźna zgoda",
  ];
  return found
    .filter((lack) => lack !== true)
    .map((lack) => error(lack, { name: "prywatnosc", path: ["sections"] }));
}

/** Checks that the words beside the form name the data controller. */
export function checkClause({ kontakt, site }: Content): Problem[] {
  if (namesController(JSON.stringify(kontakt.informationClause), site.company)) return [];
  const lack = "klauzula przy formularzu nie nazywa administratora danych: {controller}";
  return [error(lack, { name: "kontakt", path: ["informationClause"] })];
}

/** Whether JSON holds the data controller's name, from {controller} or as typography has changed a typed one. */
const namesController = (json: string, { legalName }: Content["site"]["company"]) =>
  [legalName, typography(legalName)].some((name) => json.includes(JSON.stringify(name).slice(1, -1)));
