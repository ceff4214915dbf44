import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readContentFolder } from "../../content-model/read-content.ts";
import type { Change } from "../../content-model/writing/change.ts";
import { hashOpinion, type Ledger, writeLedger } from "../../opinions/ledger.server.ts";
import { type Config, loadConfig } from "../../server/config.ts";
import { listReleases } from "../../server/releases.ts";
import { configOf } from "../../server/testing/config-of.ts";
import { createDraft } from "../draft.ts";
import { shownContent } from "../history.ts";
import { withLock } from "../lock.ts";
import { ensureOwnContent } from "../own-content.ts";
import { replacedContentDir } from "../replace-content.ts";
import {
  type Publication,
  type PublicationEvent,
  type PublicationOutcome,
  startPublication,
} from "../start-publication.ts";
import { publishSmall } from "../testing/publish-small.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { findAltered } from "./find-altered.ts";
import { removeOpinions, withdrawOpinions } from "./withdraw-opinions.ts";

const id = "3f0c9c8e-0000-4000-8000-000000000001";
const words = { text: "Uczy cierpliwie i słucha.", author: "Żaneta", about: "52 lata" };
const ledger: Ledger = { received: 1, shown: { [id]: hashOpinion(words, "2026-12-02") }, withdrawn: [] };
const entry = `opinions:
  - proof: ${id}
    text: >-
      Uczy cierpliwie
      i słucha.
    author: Żaneta
    about: 52 lata
    date: 2026-12-02
    verification: Sprawdzona.
`;

/** Puts the opinion before those of the sample. */
function addOpinion(folder: string, from = "", to = ""): void {
  const file = join(folder, "osiagniecia.yaml");
  const text = readFileSync(file, "utf8").replace(/^opinions:\n/m, entry);
  writeFileSync(file, text.replace(from, to));
}

function altered(from: string, to: string, known = ledger, options = {}) {
  const folder = join(temporaryFolder(), "content");
  cpSync("content", folder, { recursive: true });
  addOpinion(folder, from, to);
  return findAltered(readContentFolder(folder), known, options);
}

test("C5.2 the words as they were written are published, wherever their lines are broken", () => {
  expect(altered("", "")).toEqual([]);
});

test.each([
  ["a word", "cierpliwie", "wspaniale"],
  ["a letter", "Uczy", "Uczyl"],
  ["the name", "author: Żaneta", "author: Anna"],
  ["what is said of the person", "about: 52 lata", "about: 25 lat"],
  ["the day", "2026-12-02", "2026-12-03"],
  ["what is said of the person, left out", "    about: 52 lata\n", ""],
])("C5.2 a publication is refused that changes %s, with its place and line", (_what, from, to) => {
  const [problem, ...others] = altered(from, to);
  expect(others).toEqual([]);
  expect(problem).toMatchObject({ name: "osiagniecia", path: ["opinions", 0] });
  expect(problem?.line).toBeGreaterThan(1);
  expect(problem?.problem).toContain("Opinia ma inne słowa");
});

test("C5.2 an opinion that stands there twice, as duplicated in the form, is refused at the second place", () => {
  const item = entry.replace("opinions:\n", "");
  const twice = ["opinions:\n", `opinions:\n${item}`] as const;
  expect(altered(...twice)).toMatchObject([
    { path: ["opinions", 1], problem: expect.stringContaining("już raz") },
  ]);
  expect(altered(...twice, ledger, { wasShown: true })).toEqual([]);
});

test("C5.2 an opinion that the owner has not chosen, or that was withdrawn, is refused", () => {
  const unknown = { ...ledger, shown: {} };
  expect(altered("", "", unknown)[0]?.problem).toContain("nie wybrano");
  expect(altered("", "", unknown, { wasShown: true })).toEqual([]);
  const withdrawn = { ...unknown, withdrawn: [id] };
  expect(altered("", "", withdrawn, { wasShown: true })[0]?.problem).toContain("wycofała");
});

/** A draft with the opinion, and a code build that makes empty pages. With them it writes the ledger. */
async function readyToPublish(later = ledger) {
  // The cache saves the drawing of the sample's cards.
  const { cacheDir: CACHE_DIR } = loadConfig();
  const config = configOf({ DATA_DIR: temporaryFolder(), BUILD_DIR: temporaryFolder(), CACHE_DIR });
  const write = (name: string, text: string) => writeFileSync(join(config.codeDir, name), text);
  mkdirSync(join(config.codeDir, "client/assets"), { recursive: true });
  const client = {
    bootScript: "",
    firstViewScript: "",
    importMap: "",
    baseCss: "",
    typefaceCss: "",
    pageCss: {},
  };
  write("code.json", JSON.stringify({ version: "1", client }));
  write("sw.js", "");
  write(
    "render.js",
    `const ledger = ${JSON.stringify([join(config.dataDir, "opinions.json"), JSON.stringify(later)])};
    exports.renderBrokenDocument = () => require("node:fs").writeFileSync(...ledger) ?? "";
    exports.createRender = () => async ({ path, error }) =>
      ({ status: error?.statusCode ?? (path === "/404" ? 404 : 200), html: "" });`,
  );
  await ensureOwnContent(config);
  addOpinion(config.ownContentDir);
  await writeLedger(config.dataDir, ledger);
  return { config, publication: { contentDir: config.ownContentDir, origin: "panel" } as const };
}

const program = "publishing/publish.ts";
const refused = { kind: "invalid", problems: [{ path: ["opinions", 0] }] };

test.each([
  ["panel", /z podpisem „Żaneta” nie wybrano.*albo usuń ten wpis\.$/],
  ["restore", /z podpisem „Żaneta” nie wybrano.*i przywróć tę wersję jeszcze raz\.$/],
] as const)(
  "C5.2 P7.3 a publication from %s that would show an opinion hidden since says whose it is and what can be done",
  async (origin, advice) => {
    const { config, publication } = await readyToPublish();
    await writeLedger(config.dataDir, { ...ledger, shown: {} });
    const outcome = await startPublication(config, { ...publication, origin }, () => {}, { program });
    expect(outcome).toMatchObject({
      kind: "invalid",
      problems: [{ problem: expect.stringMatching(advice) }],
    });
  },
);

test("C5.3 an opinion that is withdrawn while its publication waits for another one is not published", async () => {
  const { config, publication } = await readyToPublish();
  const outcome = await new Promise<PublicationOutcome>((done) => {
    const { promise: waiting, resolve: onEvent } = Promise.withResolvers<PublicationEvent>();
    void withLock(config.releasesDir, {}, async () => {
      void startPublication(config, publication, onEvent, { program }).then(done);
      expect(await waiting).toEqual({ kind: "waiting" });
      await writeLedger(config.dataDir, { ...ledger, withdrawn: [id] });
    });
  });
  expect(outcome).toMatchObject(refused);
});

test("C5.3 an opinion that is withdrawn while the pages are made is not published", async () => {
  const { config, publication } = await readyToPublish({ ...ledger, withdrawn: [id] });
  expect(await startPublication(config, publication, () => {}, { program })).toMatchObject(refused);
});

async function setUp() {
  const config = configOf({ DATA_DIR: temporaryFolder(), BUILD_DIR: temporaryFolder() });
  await ensureOwnContent(config);
  const draft = createDraft(config);
  let minute = 0;
  const publish = (publication: Publication) => {
    const content = readFileSync(join(publication.contentDir, "osiagniecia.yaml"), "utf8");
    return publishSmall(publication, {
      ...config,
      mark: "a",
      change: (html) => (content.includes(id) ? html.replace("</h1>", "</h1><p>Żaneta</p>") : html),
      now() {
        minute += 1;
        return new Date(Date.UTC(2026, 11, 3, 10, minute));
      },
    });
  };
  const publishDraft = () => publish({ contentDir: config.ownContentDir, origin: "panel" });
  await publishDraft();
  return { config, draft, publish, publishDraft };
}

async function publishedTwice() {
  const { publishDraft, ...site } = await setUp();
  const { config, draft } = site;
  addOpinion(config.ownContentDir);
  await publishDraft();
  await draft.change("osiagniecia", [{ do: "set", at: ["opinions", 0, "featured"], value: true }]);
  await publishDraft();
  return site;
}

/** The files below a folder that hold one of these words. Photographs are among them, so nothing is decoded. */
function holding(folder: string, ...words: string[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
    .filter((file) => {
      const bytes = readFileSync(file);
      return words.some((word) => bytes.includes(word));
    });
}

/** Releases and history are in the data folder, too. */
const traces = ({ dataDir }: Config) => holding(dataDir, "Żaneta", "cierpliwie");

test("C5.3 an opinion is not gone while a draft that cannot be read holds its words", async () => {
  const { config, draft, publish } = await publishedTwice();
  const file = join(config.ownContentDir, "osiagniecia.yaml");
  const before = readFileSync(file, "utf8");
  writeFileSync(file, `${before}\n[`);
  expect(await withdrawOpinions([id], { config, draft, publish, by: "" })).toBe(false);
  writeFileSync(file, before);
  expect(await withdrawOpinions([id], { config, draft, publish, by: "" })).toBe(true);
  expect(traces(config)).toEqual([]);
});

test("C5.3 a withdrawn opinion is gone from pages, older releases, history, draft and replaced content", async () => {
  const { config, draft, publish } = await publishedTwice();
  const replaced = replacedContentDir(config.ownContentDir, new Date("2026-12-03T10:00:00Z"));
  cpSync(config.ownContentDir, replaced, { recursive: true });
  // Of a publication that was killed.
  cpSync(config.ownContentDir, join(config.releasesDir, "unfinished/content"), { recursive: true });
  const rename: Change = { do: "set", at: ["name"], old: "Mocna Strona", value: "Nowa nazwa" };
  expect(await draft.change("site", [rename])).toEqual([]);
  expect(traces(config).length).toBeGreaterThan(8);
  expect(await withdrawOpinions([id], { config, draft, publish, by: "" })).toBe(true);
  expect(traces(config)).toEqual([]);
  const published = readContentFolder(shownContent(config) ?? "");
  expect(published.files.osiagniecia.value).toMatchObject({ opinions: { length: 2 } });
  // Nothing else of the draft is published, and the history is still there.
  expect(JSON.stringify(published.files.site.value)).not.toContain("Nowa nazwa");
  expect(readdirSync(config.historyDir)).toHaveLength(2);
  const before = readdirSync(config.releasesDir);
  expect(await withdrawOpinions([id], { config, draft, publish, by: "" })).toBe(true);
  expect(readdirSync(config.releasesDir)).toEqual(before);
});

test.each([
  ["before an older release becomes history", ({ historyDir }: Config) => historyDir],
  ["while one does", ({ historyDir }: Config, oldest: string) => join(historyDir, oldest, "entry.json")],
])(
  "C5.3 a withdrawal that is interrupted %s leaves nothing behind at the next attempt",
  async (_when, placeOf) => {
    const { config, draft, publish } = await publishedTwice();
    const shown = listReleases(config.releasesDir).at(-1) ?? "";
    // A file in place of a folder, or a folder in place of a file, stops it there.
    const place = placeOf(config, shown);
    if (place === config.historyDir) writeFileSync(place, "");
    else mkdirSync(place, { recursive: true });
    await expect(withdrawOpinions([id], { config, draft, publish, by: "" })).rejects.toThrow();
    rmSync(place, { recursive: true });
    expect(await withdrawOpinions([id], { config, draft, publish, by: "" })).toBe(true);
    expect(traces(config)).toEqual([]);
  },
);

test("C5.3 while another publication runs nothing is half withdrawn, and it is to be tried again", async () => {
  const { config, draft } = await publishedTwice();
  const before = traces(config);
  const busy = async () => ({ kind: "busy" }) as const;
  expect(await withdrawOpinions([id], { config, draft, publish: busy, by: "" })).toBe(false);
  expect(traces(config)).toEqual(before);
});

test("C5.3 what a publication shows that began before the withdrawal is withdrawn at the next attempt", async () => {
  const { config, draft, publish } = await setUp();
  addOpinion(config.ownContentDir);
  const begun = join(temporaryFolder(), "content");
  cpSync(config.ownContentDir, begun, { recursive: true });
  const change: typeof draft.change = async (...changes) => {
    await publish({ contentDir: begun, origin: "panel" });
    return draft.change(...changes);
  };
  expect(await withdrawOpinions([id], { config, draft: { ...draft, change }, publish, by: "" })).toBe(false);
  expect(await withdrawOpinions([id], { config, draft, publish, by: "" })).toBe(true);
  expect(traces(config)).toEqual([]);
});

/** Valid, but not written again as it was. */
function writeOddly(folder: string): void {
  const file = join(folder, "osiagniecia.yaml");
  const heading = `heading: "Osiągnięcia\\n \\n${"Osiągnięcia ".repeat(10)}"`;
  writeFileSync(file, readFileSync(file, "utf8").replace(/^heading: .*/m, heading));
}

test("C5.3 an opinion in a text that cannot be changed does not count as withdrawn", async () => {
  const { config, draft, publish } = await publishedTwice();
  writeOddly(config.ownContentDir);
  expect(await withdrawOpinions([id], { config, draft, publish, by: "" })).toBe(false);
  await expect(removeOpinions([id], config.ownContentDir)).rejects.toThrow("osiagniecia.yaml");
});

test("C5.3 what a restored copy shows is published without it", async () => {
  const folder = join(temporaryFolder(), "content");
  mkdirSync(folder);
  cpSync("content", folder, { recursive: true });
  addOpinion(folder);
  expect(await removeOpinions([id], folder)).toBe(true);
  expect(holding(folder, "Żaneta")).toEqual([]);
  expect(await removeOpinions([id], folder)).toBe(false);
});
