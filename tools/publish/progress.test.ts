import { expect, test } from "vitest";
import type { PublicationEvent } from "../../publishing/publish.ts";
import { createProgress } from "./progress.ts";

const events: Exclude<PublicationEvent, { kind: "notice" }>[] = [
  { kind: "waiting" },
  { kind: "step", step: "content" },
  { kind: "step", step: "pictures" },
  { kind: "picture", done: 1, total: 2, photo: "a.jpg" },
  { kind: "picture", done: 2, total: 2, photo: "b.jpg" },
  { kind: "step", step: "pages" },
  { kind: "step", step: "checks" },
  { kind: "step", step: "switch" },
];

function written(isTTY: boolean): string {
  let text = "";
  const progress = createProgress({
    isTTY,
    write: (part) => {
      text += part;
    },
  });
  for (const event of events) progress.report(event);
  progress.clear();
  return text;
}

test("a terminal shows a growing bar on one line, which is cleared at the end", () => {
  const lines = written(true).split("\r\u001b[2K").slice(1);
  expect(lines.slice(1)).toEqual([
    "░░░░░░░░░░░░░░░░░░░░░░░░ Sprawdzanie treści…",
    "██░░░░░░░░░░░░░░░░░░░░░░ Zdjęcia…",
    "██████████░░░░░░░░░░░░░░ Zdjęcia: 1 z 2…",
    "█████████████████░░░░░░░ Zdjęcia: 2 z 2…",
    "█████████████████░░░░░░░ Składanie stron…",
    "████████████████████░░░░ Sprawdzanie stron…",
    "███████████████████████░ Podmiana strony…",
    "",
  ]);
});

test("a file gets a line for each step and no control characters", () => {
  expect(written(false)).toBe(
    [
      "Trwa inna publikacja, ta poczeka na jej koniec…",
      "Sprawdzanie treści…",
      "Zdjęcia…",
      "Zdjęcia: 2 z 2…",
      "Składanie stron…",
      "Sprawdzanie stron…",
      "Podmiana strony…",
      "",
    ].join("\n"),
  );
});
