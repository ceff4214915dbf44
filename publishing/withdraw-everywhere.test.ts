import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseConfig } from "../server/config.ts";
import { createDraft } from "./draft.ts";
import { keptContentDir } from "./kept-contents.ts";
import { ensureOwnContent } from "./own-content.ts";
import { changeNote } from "./photos/photo-notes.ts";
import type { PublicationOutcome } from "./protocol.ts";
import { publishSmall } from "./testing/publish-small.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";
import { withdrawEverywhere } from "./withdraw-everywhere.ts";

test.each<PublicationOutcome>([{ kind: "busy" }, { kind: "failed", reason: "" }])(
  "a withdrawal that cannot be published leaves the draft as it is: $kind",
  async (outcome) => {
    const parsed = parseConfig({ DATA_DIR: temporaryFolder() });
    if (!parsed.ok) throw new Error(parsed.problems.join());
    const { config } = parsed;
    await ensureOwnContent(config);
    await publishSmall(
      { contentDir: config.ownContentDir, origin: "panel" },
      { ...config, mark: "a", now: () => new Date() },
    );
    const gallery = () => readFileSync(join(config.ownContentDir, "galeria.yaml"), "utf8");
    const before = gallery();
    expect(before).toContain("rope.jpg");
    const draft = createDraft(config);
    const answer = await withdrawEverywhere("rope.jpg", {
      config,
      draft,
      publish: async () => outcome,
      by: "Telefon",
    });
    expect(answer).toEqual(outcome);
    expect(gallery()).toBe(before);
  },
);

test("T17 a withdrawal reaches the content that a restore has replaced, with the names in its consents", async () => {
  const parsed = parseConfig({ DATA_DIR: temporaryFolder() });
  if (!parsed.ok) throw new Error(parsed.problems.join());
  const { config } = parsed;
  await ensureOwnContent(config);
  const kept = keptContentDir(config.ownContentDir, new Date("2026-11-22T10:00:00Z"));
  cpSync("content", kept, { recursive: true });
  const consent = { person: "Jan Przykładowy", date: "2026-01-01", scope: "strona" };
  await changeNote(join(kept, "photos"), "rope.jpg", () => ({ consent }));
  const gallery = join(kept, "galeria.yaml");
  writeFileSync(
    gallery,
    readFileSync(gallery, "utf8").replace(
      / {2}- photo:\n {6}file: rope\.jpg\n(?: {6}.*\n)+/,
      `$&    recognisablePeople: true\n    consent: ${JSON.stringify(consent)}\n`,
    ),
  );
  expect(readFileSync(gallery, "utf8")).toContain(consent.person);
  const draft = createDraft(config);
  const publish = async () => ({ kind: "busy" }) as const;
  const withdrawn = await withdrawEverywhere("rope.jpg", { config, draft, publish, by: "Telefon" });
  expect(withdrawn).toMatchObject({ kind: "withdrawn" });
  expect(existsSync(join(kept, "photos/rope.jpg"))).toBe(false);
  for (const file of [gallery, join(kept, "photos/photos.json")])
    expect(readFileSync(file, "utf8")).not.toContain(consent.person);
});
