import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseConfig } from "../server/config.ts";
import { createDraft } from "./draft.ts";
import { ensureOwnContent } from "./own-content.ts";
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
