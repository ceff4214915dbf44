import { expect, test } from "vitest";
import { loadContent } from "../../content-model/load.ts";
import { smallestContent, writeContentFolder } from "../../content-model/testing/content-folder.ts";
import { checkBusiness } from "./check-business.ts";

const trainer =
  "\ntrainer: { name: Ewa Nowak, role: trenerka personalna, photo: { file: bar.jpg, alt: Ewa Nowak. } }\n";
const hours = `\nopeningHours: [{ days: [Mo], opens: "6:00", closes: "21:00" }]\n${trainer}`;

function check(more: string) {
  const { site } = loadContent(writeContentFolder({ site: smallestContent.site + more }));
  return checkBusiness(site, { siteUrl: "https://silownia.pl", siteFile: "content/site.yaml" });
}

test("opening hours and an address that agrees with the settings pass", () => {
  expect(check(hours)).toEqual([]);
  expect(check(`${hours}url: https://silownia.pl/\n`)).toEqual([]);
});

test("missing opening hours are found", () => {
  expect(check(trainer)).toEqual([
    { level: "warning", text: "brakuje godzin treningów (openingHours)", where: "content/site.yaml" },
  ]);
});

test("two different addresses of the site are found", () => {
  expect(check(`${hours}url: https://inna.pl\n`)).toEqual([
    {
      level: "error",
      text: expect.stringMatching(/https:\/\/inna\.pl.*https:\/\/silownia\.pl/),
      where: "content/site.yaml",
    },
  ]);
});

test.each([
  ["no trainer", "", "brakuje osoby"],
  ["a trainer without a portrait", "\ntrainer: { name: Ewa Nowak, role: trenerka }\n", "brakuje portretu"],
])("%s who trains is found", (_case, who, text) => {
  expect(check(hours.replace(trainer, who))).toEqual([
    { level: "warning", text: expect.stringContaining(text), where: "content/site.yaml" },
  ]);
});
