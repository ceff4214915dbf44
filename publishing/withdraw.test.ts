import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { Change } from "../content-model/writing/change.ts";
import { currentRelease, listReleases } from "../server/releases.ts";
import { configOf } from "../server/testing/config-of.ts";
import { createDraft } from "./draft.ts";
import { listHistory, shownContent } from "./history.ts";
import { ensureOwnContent } from "./own-content.ts";
import { changeNote } from "./photos/photo-notes.ts";
import { planPhotoRemoval } from "./remove-photo.ts";
import { replacedContentDir } from "./replace-content.ts";
import { restorePublication } from "./restore.ts";
import type { Publication, PublicationOutcome } from "./start-publication.ts";
import { publishSmall } from "./testing/publish-small.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";
import { publishWithout, removeQuotes, removeUnshownPhoto, withdrawPhoto } from "./withdraw.ts";

test("T17 a withdrawn photograph is gone from older releases, the trial site, cache and history; others stay", async () => {
  const folder = temporaryFolder();
  const [old, other, current] = ["01", "02", "03"].map((day) => `2026-01-${day}T00-00-00-000Z-a${day}`);
  const write = (path: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), "picture");
  };
  const gone = [
    `releases/${old}/content/photos/ala.jpg`,
    `releases/${old}/client/pictures/ala-0123456789-640.avif`,
    `releases/${old}/client/cards/start-aaaaaaaaaa.jpg`,
    "history/2025-01-01T00-00-00-000Z-a0/content/photos/ala.jpg",
    "site/client/pictures/ala-0123456789-640.webp",
    "cache/pictures/ala-0123456789/picture.json",
    "cache/cards/0123456789/card.jpg",
    // Of an older program.
    "releases/photos/0123456789.jpg",
  ];
  const kept = [
    `releases/${other}/content/photos/ala-2.jpg`,
    `releases/${other}/client/pictures/ala-2-0123456789-640.avif`,
    `releases/${other}/client/cards/start-bbbbbbbbbb.jpg`,
    `releases/${current}/client/cards/start-bbbbbbbbbb.jpg`,
    "cache/pictures/ala-2-0123456789/picture.json",
    // Of ala.png, which is still shown.
    `releases/${current}/client/pictures/ala-abcdefabcd-640.avif`,
  ];
  for (const path of [...gone, ...kept]) write(path);
  symlinkSync(current ?? "", join(folder, "releases/current"));
  const [releasesDir = "", historyDir = "", cacheDir = "", siteDir = ""] = [
    ...["releases", "history", "cache", "site"].map((name) => join(folder, name)),
  ];
  expect(await removeUnshownPhoto("ala.jpg", { releasesDir, historyDir, cacheDir, siteDir })).toBe(true);
  expect(gone.filter((path) => existsSync(join(folder, path)))).toEqual([]);
  expect(kept.filter((path) => !existsSync(join(folder, path)))).toEqual([]);
  expect(readdirSync(join(cacheDir, "pictures"))).toEqual(["ala-2-0123456789"]);
});

test("T17 the names of the people on a withdrawn photograph are gone from earlier publications and their changes", async () => {
  const folder = temporaryFolder();
  const places = {
    releasesDir: join(folder, "releases"),
    historyDir: join(folder, "history"),
    cacheDir: join(folder, "cache"),
    siteDir: join(folder, "site"),
  };
  const name = "2026-01-01T00-00-00-000Z-a1";
  const kept = join(places.releasesDir, name);
  mkdirSync(kept, { recursive: true });
  cpSync("content", join(kept, "content"), { recursive: true });
  const gallery = join(kept, "content/galeria.yaml");
  const consent = (person: string) =>
    `    recognisablePeople: true\n    consent: { person: ${person}, date: 2026-01-01, scope: zdjęcie }\n`;
  const withPeople = readFileSync(gallery, "utf8")
    .replace(/( {2}- photo:\n {6}file: rope\.jpg\n(?: {6}.*\n)+)/, `$1${consent('Anna "Ania" Przykładowa')}`)
    .replace(/( {2}- photo:\n {6}file: mat\.jpg\n(?: {6}.*\n)+)/, `$1${consent("Jan Przykładowy")}`);
  writeFileSync(gallery, withPeople.replaceAll(/^ {4}recognisablePeople: false\n/gm, ""));
  const changes = [
    'Galeria › Imię: „Ala” → „Anna "Ania" Przykładowa”',
    "Galeria › Imię: dodano „Jan Przykładowy”",
  ];
  writeFileSync(join(kept, "entry.json"), JSON.stringify({ changes }));
  await removeUnshownPhoto("rope.jpg", places);
  const history = join(places.historyDir, name);
  const left = ["content/galeria.yaml", "entry.json"]
    .map((file) => readFileSync(join(history, file), "utf8"))
    .join();
  expect(left).not.toContain("Anna");
  expect(left.match(/Jan Przykładowy/g)).toHaveLength(2);
  expect(left).not.toContain("rope.jpg");
});

test("P5.4 T17 a withdrawn photograph's words are gone from older releases' pages and from all lists of changes", async () => {
  const { publishDraft, ...deps } = await publishedSite();
  const { config, draft } = deps;
  const person = "Anna Zgodna";
  const entry = {
    photo: {
      file: "annas-own.jpg",
      alt: `${person} robi "przysiad" ze sztangą na barkach, obok stoi trener i patrzy.`,
    },
    caption: `${person}, przysiad`,
    category: "ludzie",
    recognisablePeople: true,
    consent: { person, date: "2026-01-01", scope: "strona" },
  };
  cpSync(
    join(config.ownContentDir, "photos/rope.jpg"),
    join(config.ownContentDir, "photos", entry.photo.file),
  );
  const at = (draft.read().files.galeria.value as { photos: unknown[] }).photos.length;
  expect(
    await draft.change("galeria", [{ do: "add", list: ["photos"], value: entry, equalBefore: 0 }]),
  ).toEqual([]);
  await publishDraft();
  const caption = ["photos", at, "caption"];
  await draft.change("galeria", [
    { do: "set", at: caption, old: entry.caption, value: `Przysiad: ${person}` },
  ]);
  await publishDraft();
  for (const name of listReleases(config.releasesDir)) {
    const payload = join(config.releasesDir, name, "client/payload/galeria.json");
    mkdirSync(dirname(payload), { recursive: true });
    if (readFileSync(join(config.releasesDir, name, "content/galeria.yaml"), "utf8").includes(person))
      writeFileSync(payload, person);
  }
  expect(await withdrawPhoto(entry.photo.file, deps)).toEqual({ kind: "withdrawn" });
  const holding = readdirSync(config.dataDir, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && readFileSync(join(one.parentPath, one.name)).includes(person))
    .map(({ name }) => name);
  expect(holding).toEqual([]);
  // The first publication never showed it.
  expect(listReleases(config.releasesDir)).toHaveLength(2);
  expect(listHistory(config)).toHaveLength(4);
});

test.each([
  ["before an older release becomes history", (history: string) => history],
  ["while one does", (history: string, release: string) => join(history, release, "entry.json")],
])(
  "T17 a withdrawal that is interrupted %s leaves nothing behind at the next attempt",
  async (_when, placeOf) => {
    const { publishDraft, ...deps } = await publishedSite();
    const { historyDir, releasesDir } = deps.config;
    const [shown = ""] = listReleases(releasesDir);
    // A file in place of a folder, or a folder in place of a file, stops it there.
    const place = placeOf(historyDir, shown);
    if (place === historyDir) writeFileSync(place, "");
    else mkdirSync(place, { recursive: true });
    await expect(withdrawPhoto("rope.jpg", deps)).rejects.toThrow();
    rmSync(place, { recursive: true });
    expect(await withdrawPhoto("rope.jpg", deps)).toEqual({ kind: "withdrawn" });
    expect(listReleases(releasesDir)).not.toContain(shown);
    const kept = readFileSync(join(historyDir, shown, "content/galeria.yaml"), "utf8");
    expect(kept).not.toContain("rope.jpg");
    expect(listHistory(deps.config)).toHaveLength(2);
  },
);

test("T17 a caption that is also a service's name goes from the lines about its own page only; a person's name from all", async () => {
  const file = join(temporaryFolder(), "entry.json");
  const price = "Oferta › Trening personalny › Cena: 150 zł → 160 zł";
  const changes = [price, "Galeria › Trening personalny › Podpis: „Ala” → „Ola”"];
  writeFileSync(file, JSON.stringify({ changes }));
  await removeQuotes([["Trening personalny", "galeria"], ["Ala"]], file);
  const after = [price, "Galeria › … › Podpis: „…” → „Ola”"];
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ changes: after });
});

test("a withdrawal ends although an earlier publication is written oddly", async () => {
  const deps = await publishedSite();
  const { config } = deps;
  const kept = join(config.historyDir, "2026-01-01T00-00-00-000Z-a1/content");
  cpSync("content", kept, { recursive: true });
  const gallery = join(kept, "galeria.yaml");
  const oddly = readFileSync(gallery, "utf8")
    .replace(/^heading: .*/m, `heading: "Galeria\\n \\n${"Galeria ".repeat(20)}"`)
    .replace(
      / {2}- photo:\n {6}file: rope\.jpg\n(?: {6}.*\n)+/,
      "$&    recognisablePeople: true\n    consent: { person: Jan Przykładowy, date: 2026-01-01, scope: strona }\n",
    );
  writeFileSync(gallery, oddly);
  expect(oddly).toContain("Jan Przykładowy");
  expect(await withdrawPhoto("rope.jpg", deps)).toEqual({ kind: "withdrawn" });
  expect(existsSync(join(kept, "photos/rope.jpg"))).toBe(false);
  // Without the photograph nobody could restore it, and its text has the person's name.
  expect(existsSync(gallery)).toBe(false);
});

test("P7.3 after a withdrawal the publication before it can be restored", async () => {
  const { publishDraft, ...deps } = await publishedSite();
  const { config, publish } = deps;
  const before = currentRelease(config.releasesDir) ?? "";
  expect(await withdrawPhoto("rope.jpg", deps)).toEqual({ kind: "withdrawn" });
  expect(await restorePublication(before, { folders: config, publish })).toMatchObject({
    outcome: { kind: "published" },
  });
  expect(readdirSync(join(shownContent(config) ?? "", "photos"))).not.toContain("rope.jpg");
});

test("P5.4 T17 a photograph that was once on the first screen leaves no word behind, and that publication can be restored", async () => {
  const { publishDraft, ...deps } = await publishedSite();
  const { config, draft, publish } = deps;
  const [before = ""] = listReleases(config.releasesDir);
  const { hero } = draft.read().files.index.value as { hero: { photo: { file: string; alt: string } } };
  const { file, alt } = hero.photo;
  const other = { ...hero.photo, file: "rope.jpg", alt: "Lina treningowa na podłodze sali." };
  await draft.change("index", [{ do: "set", at: ["hero", "photo"], old: hero.photo, value: other }]);
  await publishDraft();
  rmSync(join(config.releasesDir, before, "content/photos/rope.jpg"));
  expect(await withdrawPhoto(file, deps)).toEqual({ kind: "withdrawn" });
  const holding = readdirSync(config.dataDir, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && !one.name.endsWith(".jpg") && !one.parentPath.endsWith(".sample"))
    .filter((one) => [alt, file].some((word) => readFileSync(join(one.parentPath, one.name)).includes(word)));
  expect(holding.map(({ parentPath, name }) => join(parentPath, name))).toEqual([]);
  const outcome = { kind: "published" };
  expect(await restorePublication(before, { folders: config, publish })).toMatchObject({ outcome });
  expect(readdirSync(join(shownContent(config) ?? "", "photos"))).toContain("rope.jpg");
});

async function publishedSite() {
  const config = configOf({ DATA_DIR: temporaryFolder(), BUILD_DIR: temporaryFolder() });
  await ensureOwnContent(config);
  let at = Date.UTC(2026, 11, 3);
  const publish = (publication: Publication) => {
    at += 1000;
    return publishSmall(publication, { ...config, mark: "a", now: () => new Date(at) });
  };
  const publishDraft = () => publish({ contentDir: config.ownContentDir, origin: "panel" });
  await publishDraft();
  return { config, draft: createDraft(config), publish, publishDraft, by: "Telefon" };
}

test("T17 a photograph whose place in the draft changes during its withdrawal is withdrawn at the next attempt", async () => {
  const { publishDraft, ...deps } = await publishedSite();
  const { draft } = deps;
  const change = async () => [{ at: 0, reason: "conflict" }] as const;
  expect(await withdrawPhoto("rope.jpg", { ...deps, draft: { ...draft, change } })).toEqual({ kind: "busy" });
  expect(await withdrawPhoto("rope.jpg", deps)).toEqual({ kind: "withdrawn" });
});

test("a withdrawal does not undo what the owner has published meanwhile", async () => {
  const { publishDraft, ...deps } = await publishedSite();
  const { config, draft } = deps;
  const rename: Change = { do: "set", at: ["name"], old: "Mocna Strona", value: "Nowa nazwa" };
  const publish = async (publication: Publication) => {
    await draft.change("site", [rename]);
    await publishDraft();
    return deps.publish(publication);
  };
  expect(await withdrawPhoto("rope.jpg", { ...deps, publish })).toEqual({ kind: "busy" });
  expect(await withdrawPhoto("rope.jpg", deps)).toEqual({ kind: "withdrawn" });
  expect(readFileSync(join(shownContent(config) ?? "", "site.yaml"), "utf8")).toContain("Nowa nazwa");
});

test("T17 a photograph that a publication shows, begun before its withdrawal, is withdrawn at the next attempt", async () => {
  const { publishDraft, ...deps } = await publishedSite();
  const { config, draft, publish } = deps;
  const begun = join(temporaryFolder(), "content");
  cpSync(config.ownContentDir, begun, { recursive: true });
  await publishWithout((name, value) => planPhotoRemoval(name, value, "rope.jpg").changes, deps);
  const change: typeof draft.change = async (name, changes) => {
    if (name === "galeria") await publish({ contentDir: begun, origin: "panel" });
    return draft.change(name, changes);
  };
  expect(await withdrawPhoto("rope.jpg", { ...deps, draft: { ...draft, change } })).toEqual({ kind: "busy" });
  const photos = () => readdirSync(join(shownContent(config) ?? "", "photos"));
  expect(photos()).toContain("rope.jpg");
  expect(await withdrawPhoto("rope.jpg", deps)).toEqual({ kind: "withdrawn" });
  expect(photos()).not.toContain("rope.jpg");
});

test.each([
  [
    "written oddly",
    (text: string) => text.replace(/^heading: .*/m, `heading: "Galeria\\n \\n${"Galeria ".repeat(20)}"`),
  ],
  ["unreadable", (text: string) => `${text}\n[`],
])("P7.2 a photograph stays, on the site too, while a draft that is %s names it", async (_how, rewrite) => {
  const deps = await publishedSite();
  const before = currentRelease(deps.config.releasesDir);
  const { ownContentDir } = deps.config;
  const gallery = join(ownContentDir, "galeria.yaml");
  writeFileSync(gallery, rewrite(readFileSync(gallery, "utf8")));
  const reason = "pliku galeria.yaml nie da się zmienić";
  expect(await withdrawPhoto("rope.jpg", deps)).toEqual({ kind: "failed", reason });
  expect(existsSync(join(ownContentDir, "photos/rope.jpg"))).toBe(true);
  expect(currentRelease(deps.config.releasesDir)).toBe(before);
});

test.each<PublicationOutcome>([{ kind: "busy" }, { kind: "failed", reason: "" }])(
  "a withdrawal that cannot be published leaves the draft as it is: $kind",
  async (outcome) => {
    const deps = await publishedSite();
    const { config } = deps;
    const gallery = () => readFileSync(join(config.ownContentDir, "galeria.yaml"), "utf8");
    const before = gallery();
    expect(before).toContain("rope.jpg");
    const answer = await withdrawPhoto("rope.jpg", { ...deps, publish: async () => outcome });
    expect(answer).toEqual(outcome);
    expect(gallery()).toBe(before);
  },
);

test("T17 a withdrawal reaches the content that a restore has replaced, with the names in its consents", async () => {
  const config = configOf({ DATA_DIR: temporaryFolder(), BUILD_DIR: temporaryFolder() });
  await ensureOwnContent(config);
  const kept = replacedContentDir(config.ownContentDir, new Date("2026-11-22T10:00:00Z"));
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
  const withdrawn = await withdrawPhoto("rope.jpg", { config, draft, publish, by: "Telefon" });
  expect(withdrawn).toMatchObject({ kind: "withdrawn" });
  expect(existsSync(join(kept, "photos/rope.jpg"))).toBe(false);
  for (const file of [gallery, join(kept, "photos/photos.json")])
    expect(readFileSync(file, "utf8")).not.toContain(consent.person);
});
