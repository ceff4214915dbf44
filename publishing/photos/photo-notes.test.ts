import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeTemporaryFolder } from "../../enquiries/testing/fixtures.ts";
import { changeNote, readNotes } from "./photo-notes.ts";

const consent = { person: "Ola", date: "2026-01-02", scope: "strona" };

test("unreadable notes are backed up before the next one is written", async () => {
  const { path: folder, remove } = makeTemporaryFolder();
  onTestFinished(remove);
  await changeNote(folder, "ola.jpg", () => ({ consent }));
  const written = readFileSync(join(folder, "photos.json"), "utf8");
  const spoilt = written.replace("}", "");
  writeFileSync(join(folder, "photos.json"), spoilt);
  expect(await readNotes(folder)).toEqual({});
  await changeNote(folder, "sala.jpg", () => ({ alt: "Sala" }));
  expect(await readNotes(folder)).toEqual({ "sala.jpg": { alt: "Sala" } });
  const beside = readdirSync(folder).find((name) => name.includes("unreadable")) ?? "";
  expect(readFileSync(join(folder, beside), "utf8")).toBe(spoilt);
});
