import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { currentRelease } from "../server/releases.ts";
import { ask } from "../server/testing/http-client.ts";
import { listHistory } from "./history.ts";
import { createSchedule } from "./schedule.ts";
import type { Publication, PublicationOutcome } from "./start-publication.ts";
import { publishSmall } from "./testing/publish-small.ts";
import { startServer } from "./testing/server-process.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

/** A draft with a notice, midnight to midnight in Warsaw from 11 to 13 January. */
function writeDraft(folder: string, year = 2027): string {
  const draft = join(folder, "draft");
  cpSync("content", draft, { recursive: true });
  const site = join(draft, "site.yaml");
  const text = readFileSync(site, "utf8").replace(/^notice:\n(?: .*\n)*/m, "");
  writeFileSync(site, `${text}\nnotice: { text: Urlop, from: ${year}-01-11, until: ${year}-01-12 }\n`);
  return draft;
}

function startCalendar() {
  const folder = temporaryFolder();
  const folders = { releasesDir: join(folder, "releases"), historyDir: join(folder, "history") };
  const draft = writeDraft(folder);
  const clock = { now: new Date("2027-01-10T12:00Z") };
  const now = () => clock.now;
  let marks = 0;
  const publishNow = (publication: Publication) => {
    marks += 1;
    return publishSmall(publication, { ...folders, mark: `m${marks}`, now });
  };
  const asked: Publication[] = [];
  let next: (publication: Publication) => Promise<PublicationOutcome> = publishNow;
  const settings = { areNew: false, isSteady: false };
  const logged: unknown[] = [];
  const note = (...line: unknown[]) => void logged.push(line);
  const log = { info: note, error: note };
  const { publishDue, isStuck } = createSchedule({
    folders,
    isOutdated: () => settings.areNew,
    isClockSteady: async () => settings.isSteady,
    publish: (publication) => {
      asked.push(publication);
      return next(publication);
    },
    now,
    log,
  });
  const origins = () => listHistory(folders).map(({ origin }) => origin);
  const changes = () => listHistory(folders).map(({ changes }) => changes);
  return {
    folders,
    draft,
    asked,
    logged,
    publishNow,
    origins,
    changes,
    settings,
    isStuck,
    publishDraft: () => publishNow({ contentDir: draft, origin: "command" }),
    publishDueAt: (time: string) => {
      clock.now = new Date(time);
      return publishDue();
    },
    insteadOfPublishing(other?: typeof next) {
      next = other ?? publishNow;
    },
  };
}

test("a notice is published once when it is due and once at its end", async () => {
  const { folders, draft, publishDraft, publishDueAt, origins, asked } = startCalendar();
  await publishDraft();
  const published = currentRelease(folders.releasesDir);
  writeFileSync(join(draft, "oferta.yaml"), "an unfinished draft");
  for (const time of ["2027-01-10T12:01Z", "2027-01-10T22:59:59Z"]) await publishDueAt(time);
  expect(origins()).toEqual(["command"]);
  for (const time of ["2027-01-10T23:00Z", "2027-01-10T23:01Z", "2027-01-12T22:59Z"])
    await publishDueAt(time);
  expect(origins()).toEqual(["schedule", "command"]);
  expect(asked).toMatchObject([{ restores: published }]);
  for (const time of ["2027-01-12T23:00Z", "2027-01-12T23:01Z", "2028-01-01T00:00Z"])
    await publishDueAt(time);
  expect(origins()).toEqual(["schedule", "schedule", "command"]);
});

test("the history says what became due", async () => {
  const { draft, publishDraft, publishDueAt, changes } = startCalendar();
  const offer = join(draft, "oferta.yaml");
  const dated = readFileSync(offer, "utf8").replace(
    /( +)amount: 150\n/,
    "$&$1later: { from: 2027-01-11, amount: 170 }\n",
  );
  writeFileSync(offer, dated);
  await publishDraft();
  for (const time of ["2027-01-10T23:00Z", "2027-01-12T23:00Z"]) await publishDueAt(time);
  expect(changes()).toEqual([
    ["Komunikat znika: „Urlop”"],
    [
      "Komunikat pojawia się: „Urlop”",
      "Oferta › Trening personalny › Cena: 150 zł za trening, od 11 stycznia 2027: 170 zł → 170 zł za trening",
    ],
    undefined,
  ]);
});

test("a machine that was off publishes when it is on again, once for everything that became due", async () => {
  const { publishDraft, publishDueAt, origins } = startCalendar();
  await publishDraft();
  for (const time of ["2027-01-20T07:00Z", "2027-01-20T07:01Z"]) await publishDueAt(time);
  expect(origins()).toEqual(["schedule", "command"]);
});

test("a clock that is set back publishes nothing twice", async () => {
  const { publishDraft, publishDueAt, origins } = startCalendar();
  await publishDraft();
  for (const time of ["2027-01-10T23:00Z", "2027-01-09T12:00Z", "2027-01-11T08:00Z"])
    await publishDueAt(time);
  expect(origins()).toEqual(["schedule", "command"]);
});

test("T24 a clock that is corrected within the day publishes nothing again", async () => {
  const { publishDraft, publishDueAt, origins, settings } = startCalendar();
  settings.isSteady = true;
  await publishDraft();
  await publishDueAt("2027-01-10T11:50Z");
  expect(origins()).toEqual(["command"]);
});

test("T24 what a clock far ahead has published is published again, once the clock is steady, and what is due later in its time", async () => {
  const { publishDraft, publishDueAt, changes, settings } = startCalendar();
  await publishDraft();
  await publishDueAt("2027-01-11T23:00Z");
  await publishDueAt("2028-01-10T12:00Z");
  await publishDueAt("2027-01-12T00:00Z");
  expect(changes()[0]).toEqual(["Komunikat znika: „Urlop”"]);
  settings.isSteady = true;
  for (const time of ["2027-01-12T12:00Z", "2027-01-12T12:01Z"]) await publishDueAt(time);
  expect(changes()).toHaveLength(4);
  expect(changes()[0]).toEqual(["Komunikat pojawia się: „Urlop”"]);
  for (const time of ["2027-01-12T23:00Z", "2027-01-12T23:01Z"]) await publishDueAt(time);
  expect(changes()).toHaveLength(5);
  expect(changes()[0]).toEqual(["Komunikat znika: „Urlop”"]);
});

test("P8.2 a changed setting that pages show is published once, with the content that visitors see", async () => {
  const { folders, draft, publishDraft, publishDueAt, origins, asked, settings } = startCalendar();
  await publishDraft();
  const published = currentRelease(folders.releasesDir);
  writeFileSync(join(draft, "oferta.yaml"), "an unfinished draft");
  settings.areNew = true;
  await publishDueAt("2027-01-10T12:01Z");
  settings.areNew = false;
  await publishDueAt("2027-01-10T12:02Z");
  expect(origins()).toEqual(["update", "command"]);
  expect(asked).toMatchObject([{ restores: published }]);
});

test("P8.1 a failed publication is retried with growing pauses, and after minutes the owner is told", async () => {
  const { publishDraft, publishDueAt, origins, asked, isStuck, insteadOfPublishing } = startCalendar();
  await publishDraft();
  insteadOfPublishing(async () => ({ kind: "failed", reason: "na dysku nie ma miejsca" }));
  for (let minute = 0; minute < 40; minute += 1) {
    await publishDueAt("2027-01-11T08:00Z");
    expect(isStuck()).toBe(asked.length > 5);
  }
  expect(asked).toHaveLength(6);
  insteadOfPublishing();
  for (let minute = 0; minute < 40; minute += 1) await publishDueAt("2027-01-11T08:00Z");
  expect(origins()).toEqual(["schedule", "command"]);
  expect(isStuck()).toBe(false);
});

test("P8.1 once the owner has published what could not be, nothing is told any more", async () => {
  const { draft, publishNow, publishDraft, publishDueAt, isStuck, insteadOfPublishing } = startCalendar();
  await publishDraft();
  insteadOfPublishing(async () => ({ kind: "failed", reason: "na dysku nie ma miejsca" }));
  for (let minute = 0; minute < 40; minute += 1) await publishDueAt("2027-01-11T08:00Z");
  expect(isStuck()).toBe(true);
  await publishNow({ contentDir: draft, origin: "panel" });
  await publishDueAt("2027-01-11T08:16Z");
  expect(isStuck()).toBe(false);
});

test("a publication by the owner in between is not undone", async () => {
  const { draft, publishDraft, publishNow, publishDueAt, origins, insteadOfPublishing } = startCalendar();
  await publishDraft();
  insteadOfPublishing(async (publication) => {
    const site = join(draft, "site.yaml");
    writeFileSync(site, readFileSync(site, "utf8").replace(/\nnotice: .*\n$/, "\n"));
    await publishNow({ contentDir: draft, origin: "panel" });
    return publishNow(publication);
  });
  for (const time of ["2027-01-11T08:00Z", "2027-01-11T08:01Z"]) await publishDueAt(time);
  expect(origins()).toEqual(["panel", "command"]);
});

test.each<PublicationOutcome>([
  { kind: "failed", reason: "the line „Jan Kowalski” is broken", mayQuote: true },
  { kind: "unusable-picture", text: "Zdjęcia Jan Kowalski nie da się odczytać." },
])("T14 the log quotes nothing of content that cannot be published: $kind", async (outcome) => {
  const { publishDraft, publishDueAt, logged, insteadOfPublishing } = startCalendar();
  await publishDraft();
  insteadOfPublishing(async () => outcome);
  await publishDueAt("2027-01-11T08:00Z");
  expect(logged).toEqual([[expect.objectContaining({ outcome: outcome.kind }), expect.any(String)]]);
  expect(JSON.stringify(logged)).not.toContain("Kowalski");
});

const atLine = { name: "site", file: "content/site.yaml", path: ["name"], problem: "Jan Kowalski" } as const;

test.each<[PublicationOutcome, object]>([
  [{ kind: "failed", reason: "na dysku nie ma miejsca" }, { reason: "na dysku nie ma miejsca" }],
  [
    { kind: "invalid", problems: [atLine, atLine] },
    { problems: 2, files: ["content/site.yaml"] },
  ],
])("T14 the log says why new settings or an update cannot be published: %j", async (outcome, reason) => {
  const { publishDraft, publishDueAt, logged, insteadOfPublishing, settings } = startCalendar();
  await publishDraft();
  settings.areNew = true;
  insteadOfPublishing(async () => outcome);
  await publishDueAt("2027-01-10T12:01Z");
  expect(logged).toEqual([
    [
      { outcome: outcome.kind, due: "2027-01-11", ...reason },
      expect.stringMatching(/^new settings or an update cannot/),
    ],
  ]);
});

test("the server publishes what became due while it was off, in a separate process", async () => {
  const folder = temporaryFolder();
  const folders = { releasesDir: join(folder, "releases"), historyDir: join(folder, "history") };
  await publishSmall(
    { contentDir: writeDraft(folder, 2099), origin: "command" },
    { ...folders, mark: "before", now: () => new Date(Date.now() - 86_400_000) },
  );
  const entry = join(folders.releasesDir, "current/entry.json");
  const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();
  const kept = JSON.parse(readFileSync(entry, "utf8"));
  expect(kept.nextChange).toBe("2099-01-11");
  writeFileSync(entry, JSON.stringify({ ...kept, nextChange: anHourAgo }));

  const { port } = await startServer(folder, { publisher });
  await expect.poll(async () => (await ask(port, "/")).text).toContain("after");
  const history = listHistory({ ...folders, historyDir: join(folder, "data/history") });
  expect(history.map(({ origin }) => origin)).toEqual(["schedule", "command"]);
});

/** Publishes a fixture release like the real program. */
const publisher = `
import { publishSmall } from ${JSON.stringify(join(import.meta.dirname, "testing/publish-small.ts"))};
process.once("message", async ({ publication, config }) => {
  const outcome = await publishSmall(publication, { ...config, mark: "after", now: () => new Date() });
  process.send({ kind: "outcome", outcome });
  process.disconnect();
});
`;
