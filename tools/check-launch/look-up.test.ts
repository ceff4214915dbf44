import { expect, test } from "vitest";
import { createLookUp, LookUpError } from "./look-up.ts";

/** A DNS resolver with these answers; a string is an error code. */
function system(answers: Record<string, string[][] | string>) {
  const answer = async (name: string) => {
    const known = answers[name] ?? "ENOTFOUND";
    if (typeof known === "string") throw Object.assign(new Error(known), { code: known });
    return known;
  };
  return createLookUp({
    resolveTxt: answer,
    resolveNs: async (name) => (await answer(name)).flat(),
  });
}

test("the parts of a long record are joined", async () => {
  expect(await system({ "a.pl": [["v=spf1 ", "-all"], ["other"]] }).txt("a.pl")).toEqual([
    "v=spf1 -all",
    "other",
  ]);
});

test.each(["ENOTFOUND", "ENODATA"])("%s means no records", async (code) => {
  expect(await system({ "a.pl": code }).txt("a.pl")).toEqual([]);
});

test.each(["ETIMEOUT", "ESERVFAIL", "ECONNREFUSED"])("%s means no answer", async (code) => {
  await expect(system({ "a.pl": code }).txt("a.pl")).rejects.toThrow(LookUpError);
});

test("counts as offline if the .pl domain does not resolve", async () => {
  expect(await system({ pl: [["a-dns.pl"]] }).isOnline()).toBe(true);
  expect(await system({}).isOnline()).toBe(false);
  expect(await system({ pl: "ETIMEOUT" }).isOnline()).toBe(false);
});
