import { describe, expect, test } from "vitest";
import { checkMailDomain } from "./check-mail-domain.ts";
import { LookUpError } from "./look-up.ts";

const good: Record<string, string[]> = {
  "silownia.pl": ["google-site-verification=x", "v=spf1 include:_spf.poczta.pl ~all"],
  "default._domainkey.silownia.pl": ["v=DKIM1; k=rsa; p=MIGf"],
  "_dmarc.silownia.pl": ["v=DMARC1; p=quarantine"],
};

function check(changed: Record<string, string[] | undefined> = {}, sender = {}) {
  const records = { ...good, ...changed };
  return checkMailDomain(
    { from: "Siłownia <kontakt@Silownia.pl>", ...sender },
    { txt: async (name) => records[name] ?? [], isOnline: async () => true },
  );
}

test("a domain with SPF, DKIM and DMARC passes", async () => {
  expect(await check()).toEqual([]);
});

test("a subdomain inherits its parent's DMARC record", async () => {
  const records = {
    "poczta.silownia.pl": ["v=spf1 -all"],
    "default._domainkey.poczta.silownia.pl": ["p=MIGf"],
  };
  expect(await check(records, { from: "a@poczta.silownia.pl" })).toEqual([]);
});

test("the key of a selector that only the owner knows is found", async () => {
  const records = { "default._domainkey.silownia.pl": undefined, "tajny._domainkey.silownia.pl": ["p=MIGf"] };
  expect(await check(records, { dkimSelector: "tajny" })).toEqual([]);
});

describe("SPF", () => {
  test.each([
    ["none", [], "nie ma rekordu SPF"],
    ["two", ["v=spf1 -all", "v=spf1 ~all"], "ma kilka rekordów SPF (2)"],
    ["one for everybody", ["v=spf1 +all"], "pozwala wysyłać każdemu"],
    ["one for everybody, in short", ["v=spf1 mx all"], "pozwala wysyłać każdemu"],
  ])("%s is an error", async (_case, records, text) => {
    expect(await check({ "silownia.pl": records })).toEqual([
      { level: "error", text: expect.stringContaining(text) },
    ]);
  });
});

describe("DKIM", () => {
  test("no key under the usual selectors is unchecked, not an error", async () => {
    expect(await check({ "default._domainkey.silownia.pl": [] })).toEqual([
      { level: "unchecked", text: expect.stringContaining("--dkim-selector") },
    ]);
  });

  test.each([
    ["no key", []],
    ["a withdrawn key", ["v=DKIM1; p="]],
  ])("%s under the name that the owner gave is an error", async (_case, records) => {
    expect(await check({ "klucz._domainkey.silownia.pl": records }, { dkimSelector: "klucz" })).toEqual([
      { level: "error", text: expect.stringContaining("klucz._domainkey.silownia.pl") },
    ]);
  });
});

describe("DMARC", () => {
  test("a missing record is a warning", async () => {
    expect(await check({ "_dmarc.silownia.pl": [] })).toEqual([
      { level: "warning", text: expect.stringContaining("v=DMARC1; p=none") },
    ]);
  });

  test("a record without a policy is an error", async () => {
    expect(await check({ "_dmarc.silownia.pl": ["v=DMARC1; rua=mailto:a@silownia.pl"] })).toEqual([
      { level: "error", text: expect.stringContaining("(p=)") },
    ]);
  });
});

test.each(["kontakt@example.com", "Ja <ja@cos.example>", "ja@localhost"])(
  "%s is not a real address",
  async (from) => {
    expect(await check({}, { from })).toEqual([
      { level: "error", text: expect.stringContaining("przykładowy"), where: "MAIL_FROM" },
    ]);
  },
);

test("offline everything is unchecked", async () => {
  const offline = { txt: async () => [], isOnline: async () => false };
  expect(await checkMailDomain({ from: "a@silownia.pl" }, offline)).toEqual([
    { level: "unchecked", text: expect.stringContaining("brak połączenia") },
  ]);
});

test("a lookup without an answer is unchecked, the others are checked", async () => {
  const silent = {
    txt: async (name: string) => {
      if (name.startsWith("_dmarc")) throw new LookUpError(`${name}: ETIMEOUT`);
      return good[name] ?? [];
    },
    isOnline: async () => true,
  };
  expect(await checkMailDomain({ from: "a@silownia.pl" }, silent)).toEqual([
    { level: "unchecked", text: expect.stringContaining("_dmarc.silownia.pl: ETIMEOUT") },
  ]);
});
