import { expect, test } from "vitest";
import { noticeOf } from "./push.ts";

test.each([
  [2, 3, "Dziś: 2 spotkania, 3 odpowiedzi"],
  [1, 0, "Dziś: 1 spotkanie"],
  [0, 1, "Dziś: 1 odpowiedź"],
  [5, 22, "Dziś: 5 spotkań, 22 odpowiedzi"],
])(
  "C1.2 in the morning %i meetings and %i answers are told as %j, without a name",
  (meetings, answers, title) => {
    expect(noticeOf({ kind: "morning", meetings, answers })).toMatchObject({ title, path: "/panel/dzis" });
  },
);
