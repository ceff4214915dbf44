import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { confirmRestore } from "../../panel/server/backups/restore-journal.ts";
import { listHistory } from "../../publishing/history.ts";
import type { PublicationEvent } from "../../publishing/start-publication.ts";
import { publishSmall } from "../../publishing/testing/publish-small.ts";
import { temporaryFolder } from "../../publishing/testing/temporary-folder.ts";
import type { Config } from "../../server/config.ts";
import { configOf } from "../../server/testing/config-of.ts";
import { publishHere, renewPublished, showProgress } from "./publish-here.ts";

const events: PublicationEvent[] = [
  { kind: "waiting" },
  { kind: "step", step: "content" },
  { kind: "step", step: "pictures" },
  { kind: "picture", done: 1, total: 2, photo: "a.jpg" },
  { kind: "picture", done: 2, total: 2, photo: "b.jpg" },
  { kind: "step", step: "pages" },
  { kind: "step", step: "switch" },
];

test("prints a line for each step", () => {
  const log = vi.spyOn(console, "log").mockReturnValue();
  events.forEach(showProgress);
  expect(log.mock.calls.flat()).toEqual([
    "Trwa inna publikacja, ta poczeka na jej koniec…",
    "Sprawdzanie treści…",
    "Zdjęcia…",
    "Zdjęcia: 2 z 2…",
    "Składanie stron…",
    "Podmiana strony…",
  ]);
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** Sets up a release published by an older version, and a newer version with `publisher` as its publishing program. */
async function install(publisher: string): Promise<{ config: Config; shown: () => string }> {
  const folder = temporaryFolder();
  const config = configOf({ DATA_DIR: join(folder, "data"), BUILD_DIR: join(folder, "build") });
  await publishSmall(
    { contentDir: "content", origin: "command" },
    { ...config, mark: "old", now: () => new Date() },
  );
  mkdirSync(config.codeDir, { recursive: true });
  writeFileSync(join(config.codeDir, "code.json"), JSON.stringify({ version: "2", client: {} }));
  writeFileSync(join(config.codeDir, "publish.js"), publisher);
  const shown = () => JSON.parse(readFileSync(join(config.releasesDir, "current/site.json"), "utf8")).version;
  return { config, shown };
}

const path = (name: string) => JSON.stringify(join(import.meta.dirname, "../../publishing", name));

/** Publishes a fixture release of code version 2 like the real program. */
const working = `
import { readFileSync, writeFileSync } from "node:fs";
import { basisOf } from ${path("basis.ts")};
import { publish } from ${path("publish.ts")};
import { writeRelease } from ${path("testing/release-fixture.ts")};
process.once("message", async ({ publication, config }) => {
  const outcome = await publish(publication, {
    ...config,
    build: async (_content, target) => {
      writeRelease(target, { mark: "new" });
      const file = target + "/site.json";
      const basis = basisOf({ version: "2" }, config.settings);
      writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), basis }));
      return [];
    },
    isClockSteady: async () => true,
    now: () => new Date(),
    onEvent() {},
  });
  process.send({ kind: "outcome", outcome });
  process.disconnect();
});
`;

test("a newer version republishes the current content once", async () => {
  vi.spyOn(console, "log").mockReturnValue();
  const { config, shown } = await install(working);
  const [first] = listHistory(config);
  await renewPublished(config);
  expect(shown()).toBe("new");
  await renewPublished(config);
  const history = listHistory(config);
  expect(history.map(({ origin }) => origin)).toEqual(["update", "command"]);
  expect(history[0]).toMatchObject({ restores: first?.name, changes: [] });
});

test("P8.3 nothing is published over a restored backup that waits for the next start", async () => {
  const { config, shown } = await install(working);
  await confirmRestore(config.dataDir, "", new Date());
  const reason = "czeka przywrócona kopia: opublikuje ją najbliższe uruchomienie strony";
  const publication = { contentDir: "content", origin: "command" } as const;
  expect(await publishHere(config, publication)).toEqual({ kind: "failed", reason });
  expect(shown()).toBe("old");
});

test("a release in an unreadable format is republished from its content", async () => {
  vi.spyOn(console, "log").mockReturnValue();
  const { config, shown } = await install(working);
  const current = join(config.releasesDir, "current");
  writeFileSync(join(current, "site.json"), JSON.stringify({ version: 1, routes: [] }));
  writeFileSync(join(current, "data.json"), JSON.stringify({ client: { styles: "/a.css" } }));
  await renewPublished(config);
  expect(shown()).toBe("new");
});

test("if republishing fails, the old pages stay, the reason is printed, and start-up continues", async () => {
  const errors = vi.spyOn(console, "error").mockReturnValue();
  const { config, shown } = await install("process.exit(3);");
  await renewPublished(config);
  expect(shown()).toBe("old");
  expect(errors.mock.calls.join("\n")).toContain("Dotychczasowa działa dalej.");
  expect(errors.mock.calls.join("\n")).toContain("Przyczyna: publikacja przerwana (3)");
  expect(process.exitCode).toBeUndefined();
});
