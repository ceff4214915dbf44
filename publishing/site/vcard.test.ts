import { describe, expect, it } from "vitest";
import { loadContent } from "../../content-model/load.ts";
import { smallestContent, writeContentFolder } from "../../content-model/testing/content-folder.ts";
import { toVcard } from "./content-files.ts";

function cardOf(site: string): string {
  return toVcard(loadContent(writeContentFolder({ site })).site, "https://a.example");
}

describe("toVcard", () => {
  it("carries the contact data of the site", () => {
    expect(cardOf(smallestContent.site)).toBe(
      [
        "BEGIN:VCARD",
        "VERSION:3.0",
        "FN:Żelazna Chwila",
        "N:Żelazna Chwila;;;;",
        "ORG:Żelazna Chwila Jan Nowak",
        "TITLE:treningi",
        "TEL;TYPE=WORK,VOICE:+48600100200",
        "EMAIL;TYPE=INTERNET,WORK:ja@example.com",
        "ADR;TYPE=WORK:;;ul. Krótka 2;Wólka;;11-222;PL",
        "URL:https://a.example/",
        "END:VCARD",
        "",
      ].join("\r\n"),
    );
  });

  it("escapes what has a meaning in a card", () => {
    const card = cardOf(
      smallestContent.site.replace("name: Żelazna Chwila", String.raw`name: 'Raz, dwa; \trzy'`),
    );
    expect(card).toContain(String.raw`FN:Raz\, dwa\; \\trzy`);
  });
});
