import { expect, test } from "vitest";
import { foldText, parseSearch, searchTextOf } from "./search-text.server.ts";

test.each([
  ["Zażółć GĘŚLĄ jaźń", "zazolc gesla jazn"],
  ["Łódź", "lodz"],
  ["Zaz\u0307o\u0301łc\u0301", "zazolc"],
  ["a\u00a0b\n\tc", "a b c"],
  ["ﬁt ＡＢＣ", "fit abc"],
])("%j is compared as %j", (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

test("digits are one number however they are grouped, and words next to them are not", () => {
  expect(parseSearch("+48 (600) 100-200").number).toBe("48600100200");
  expect(parseSearch("0048 600").number).toBe("48600");
  expect(parseSearch("12").number).toBeUndefined();
  expect(parseSearch("Ola 600")).toEqual({ words: ["ola", "600"], number: undefined });
});

test("the parts of an enquiry stay apart, so that no search matches across them", () => {
  const row = { reference: "7K3M-9QXR", name: "Ala", phone: null, email: "a@b.example", message: "Tak\nnie" };
  expect(searchTextOf(row)).toBe("ala\n\na@b.example\ntak nie\n7k3m-9qxr\n7k3m9qxr");
});
