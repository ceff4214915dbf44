import { readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { vercelStegaSplit } from "@vercel/stega";
import { expect, test } from "vitest";
import { loadContent } from "../../content-model/load.ts";
import { ContentError } from "../../content-model/problems.ts";
import { writeContentFolder } from "../../content-model/testing/content-folder.ts";
import { publishSmall } from "../../publishing/testing/publish-small.ts";
import type { PanelDeps } from "./env.ts";
import { startPanel } from "./testing/panel-fixture.ts";

let panel: Awaited<ReturnType<typeof startPanel>>;

/** A panel whose publications create a small release at once, or once `gate` resolves. */
async function setUp({
  gate = Promise.resolve(),
  publish: given,
}: {
  publish?: PanelDeps["publish"];
  gate?: Promise<void>;
} = {}) {
  let at = Date.UTC(2026, 0, 2);
  panel = await startPanel({
    publish:
      given ??
      (async (publication, onEvent) => {
        onEvent({ kind: "waiting" });
        await gate;
        return publishSmall(publication, {
          ...panel.folders,
          mark: "test",
          now: () => {
            at += 60_000;
            return new Date(at);
          },
        });
      }),
  });
  renameSync(writeContentFolder(), panel.folders.ownContentDir);
  const browser = await panel.signInByLink(panel.createBrowser());
  const read = async (path: string) => (await browser.get(`/panel/api${path}`)).json();
  const publish = async (path = "/publish") => {
    const { status } = await browser.write(`/panel/api${path}`);
    if (status !== 204) return status;
    for (;;) {
      const state = await read("/publish/state");
      if (state.kind === "ended") return state;
      await new Promise(setImmediate);
    }
  };
  return { browser, read, publish };
}

function change(file: string, from: RegExp, to: string): void {
  const path = join(panel.folders.ownContentDir, file);
  const text = readFileSync(path, "utf8");
  if (!from.test(text)) throw new Error(`There is no ${from} in ${file}`);
  writeFileSync(path, text.replace(from, to));
}

/** Written at the same moment, so in any order. */
const publicationsInAuditLog = async () =>
  (await panel.accounts.auditLog.list({ limit: 10 })).filter(({ action }) => action !== "signed-in");

test("P7.1 changes are listed field by field, in words and pictures, and published in the name of the device", async () => {
  const { read, publish } = await setUp();
  expect(await publish()).toMatchObject({ end: { kind: "published" }, isVisible: true });
  expect(await read("/publish/count")).toEqual({ count: 0 });
  change("site.yaml", /^telephone: .*/m, "telephone: 600 100 300");
  change("index.yaml", /bar\.jpg/, "barbell-dark.jpg");
  const { changes, problems } = await read("/publish");
  expect(problems.filter(({ place }: { place: { name: string } }) => place.name === "site")).toEqual([]);
  expect(changes).toMatchObject([
    { trail: ["Dane i kontakt", "Telefon"], kind: "changed", before: "600 100 200", after: "600 100 300" },
    { name: "index", photos: { before: [expect.any(String)], after: ["barbell-dark.jpg"] } },
  ]);
  change("index.yaml", /barbell-dark\.jpg/, "bar.jpg");
  await publish();
  const { entries } = await read("/history");
  expect(entries).toHaveLength(2);
  expect(entries[0]).toMatchObject({
    origin: "panel",
    by: "Telefon",
    changes: [expect.stringContaining("Telefon")],
  });
  const version = await read(`/history/${entries[1].name}`);
  expect(version).toMatchObject({
    isCurrent: false,
    changes: null,
    changesIfRestored: [{ before: "600 100 300" }],
  });
});

test("P7.1 P4.1 a photograph that was replaced by hand under its name is a change, wherever it is used", async () => {
  const { browser, read, publish } = await setUp();
  await publish();
  writeFileSync(join(panel.folders.ownContentDir, "photos/bar.jpg"), "another");
  const { changes, current } = await read("/publish");
  expect(await read("/publish/count")).toEqual({ count: changes.length });
  expect(changes).toContainEqual({
    ...{ name: "galeria", path: ["photos", 0, "photo", "file"], kind: "changed" },
    trail: ["Galeria", "Zdjęcia", expect.any(String), "Zdjęcie", "Plik"],
    ...{ before: "bar.jpg", after: "bar.jpg", photos: { before: ["bar.jpg"], after: ["bar.jpg"] } },
  });
  const photo = async (query: string) => (await browser.get(`/panel/api/photos/bar.jpg/640${query}`)).text();
  expect([await photo(`?version=${current}`), await photo("")]).toEqual(["", "another"]);
  await publish();
  expect(await read("/publish/count")).toEqual({ count: 0 });
  const [{ changes: noted }] = (await read("/history")).entries;
  expect(noted).toContainEqual(expect.stringMatching(/^Galeria › .*: podmieniono „bar\.jpg”$/));
});

test("P7.3 an earlier version can be looked at, with its own words and pictures, unless its content is outdated", async () => {
  const { browser, read, publish } = await setUp();
  change("oferta.yaml", /^heading: .*/m, "heading: Dawny cennik");
  await publish();
  change("oferta.yaml", /^heading: .*/m, "heading: Nowy cennik");
  await publish();
  const [, { name }] = (await read("/history")).entries;
  const look = async (version: string) => {
    const response = await browser.get(`/panel/api/preview/oferta?version=${version}`);
    return { status: response.status, html: vercelStegaSplit(await response.text()).cleaned };
  };
  const { html } = await look(name);
  expect(html).toMatch(/>Dawny cennik[^<]*<\/h1>/);
  expect(html).not.toContain("Nowy cennik");
  const [picture] = /\/panel\/api\/photos\/[^ "]+version=[^ "]+/.exec(html) ?? [];
  expect(picture).toBeDefined();
  expect((await browser.get(picture?.replaceAll("&amp;", "&") ?? "")).status).toBe(200);
  expect((await look("2020-01-01T00-00-00-000Z")).status).toBe(404);
  expect((await look("../content")).status).toBe(404);
  writeFileSync(join(panel.folders.releasesDir, name, "content/oferta.yaml"), "heading: ''");
  expect((await look(name)).html).toContain("Tej wersji nie da się już pokazać");
});

test("P7.3 an undo is one call: it restores what visitors saw before, and the draft", async () => {
  const { read, publish } = await setUp();
  await publish();
  change("site.yaml", /^telephone: .*/m, "telephone: 600 100 300");
  await publish();
  const { undo, current } = await read("/history");
  expect(await publish(`/history/${undo}/restore?over=${current}`)).toMatchObject({
    end: { kind: "published", draft: "same" },
  });
  const site = readFileSync(join(panel.folders.ownContentDir, "site.yaml"), "utf8");
  expect(site).toContain("telephone: 600 100 200");
  expect(await read("/publish/count")).toEqual({ count: 0 });
  const told = await publicationsInAuditLog();
  expect(told.map(({ action }) => action).sort()).toEqual(["published", "published", "restored"]);
  for (const entry of told) expect(entry).toMatchObject({ device: "Telefon", succeeded: true });
});

test("P7.2 P7.3 an undo that the draft cannot follow is recorded as done, and the owner is told both", async () => {
  const { read, publish } = await setUp();
  await publish();
  change("site.yaml", /^telephone: .*/m, "telephone: 600 100 300");
  await publish();
  symlinkSync("loop", join(panel.folders.ownContentDir, "loop"));
  const { undo } = await read("/history");
  const state = await publish(`/history/${undo}/restore`);
  expect(state).toMatchObject({ end: { kind: "published", draft: "failed" }, isVisible: true });
  const told = await publicationsInAuditLog();
  expect(told.find(({ action }) => action === "restored")).toMatchObject({ succeeded: true });
});

test("P7.3 an undo on a screen that is older than the last publication takes nothing back", async () => {
  const { browser, read, publish } = await setUp();
  await publish();
  change("site.yaml", /^telephone: .*/m, "telephone: 600 100 300");
  await publish();
  const { undo, current } = await read("/history");
  change("site.yaml", /^telephone: .*/m, "telephone: 600 100 400");
  await publish();
  const answer = await browser.write(`/panel/api/history/${undo}/restore?over=${current}`);
  expect([answer.status, await answer.json()]).toEqual([409, { error: "changed" }]);
});

test.each([
  ["a field", "site.yaml", /^telephone: .*/m, "telephone: 600 100 400"],
  ["a part of a new entry", "oferta.yaml", /Sto\./, "Tysiąc."],
])(
  "P7.1 P2.6 %s that another device has changed since the list was shown is not published unseen",
  async (...row) => {
    const [, file, from, to] = row;
    const { read, publish } = await setUp();
    await publish();
    change("site.yaml", /^telephone: .*/m, "telephone: 600 100 300");
    const step = "{ title: Plan, text: Sto. }";
    change("oferta.yaml", /^steps: \[(.*)\]/m, `steps: [$1, ${step}]`);
    const { name } = await read("/publish");
    change(file, from, to);
    expect(await publish(`/publish?texts=${name}`)).toBe(409);
    const again = await read("/publish");
    expect(await publish(`/publish?texts=${again.name}`)).toMatchObject({ end: { kind: "published" } });
  },
);

test("P7.1 a publication that is asked for again after a lost response is made once, so its undo undoes it", async () => {
  const { browser, read, publish } = await setUp();
  await publish();
  change("site.yaml", /^telephone: .*/m, "telephone: 600 100 300");
  const { name } = await read("/publish");
  await publish(`/publish?texts=${name}`);
  const { entries, undo } = await read("/history");
  expect((await browser.write(`/panel/api/publish?texts=${name}`)).status).toBe(204);
  expect(await read("/publish/state")).toMatchObject({ kind: "ended", end: { kind: "published" } });
  expect(await read("/history")).toMatchObject({ entries, undo });
});

test("T9 T10 a session that has just proved nothing does not move the mailbox by a publication or an undo", async () => {
  const { read, publish } = await setUp();
  await publish();
  change("site.yaml", /^email: .*/m, "email: inna@studio.example");
  panel.clock.nowMs += 11 * 60_000;
  expect(await publish()).toBe(403);
  expect(await read("/publish/count")).toEqual({ count: 1 });
  await panel.settings.save({ MAIL_TO: "trener@studio.example" });
  expect(await publish()).toMatchObject({ end: { kind: "published" } });
  await panel.settings.save({ MAIL_TO: undefined });
  const { undo } = await read("/history");
  expect(await publish(`/history/${undo}/restore`)).toBe(403);
});

test("P7.2 P7.3 one publication at a time: a second one is refused and sees the first, and whether it is an undo", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { browser, read, publish } = await setUp({ gate: promise });
  const first = publish();
  await browser.get("/panel/api/me");
  expect((await browser.write("/panel/api/publish")).status).toBe(409);
  expect(await read("/publish/state")).toMatchObject({ kind: "running", step: { kind: "waiting" } });
  resolve();
  expect(await first).toMatchObject({ action: "published", end: { kind: "published" } });
  change("site.yaml", /^telephone: .*/m, "telephone: 600 100 300");
  await publish();
  const { undo } = await read("/history");
  expect(await publish(`/history/${undo}/restore`)).toMatchObject({ action: "restored" });
});

test("a draft with problems is not published; each problem names its place", async () => {
  const { read, publish } = await setUp({
    publish: async () => ({ kind: "invalid", problems: problemsOf(panel.folders.ownContentDir) }),
  });
  change("site.yaml", /^telephone: .*/m, "telephone: 12");
  const problem = {
    text: expect.stringMatching(/\.$/),
    trail: ["Dane i kontakt", "Telefon"],
    place: { name: "site", path: ["telephone"] },
  };
  expect((await read("/publish")).problems).toEqual([problem]);
  expect(await publish()).toMatchObject({ end: { kind: "invalid" }, problems: [problem] });
});

test("P7.3 what prevents an earlier version is told without places, which are those of the draft", async () => {
  const { read, publish } = await setUp({
    publish: async (publication) =>
      publication.restores
        ? { kind: "invalid", problems: problemsOf(panel.folders.ownContentDir) }
        : publishSmall(publication, { ...panel.folders, mark: "test", now: () => new Date() }),
  });
  await publish();
  change("site.yaml", /^telephone: .*/m, "telephone: 12");
  const [{ name }] = (await read("/history")).entries;
  expect(await publish(`/history/${name}/restore`)).toMatchObject({
    end: { kind: "invalid" },
    problems: [{ text: expect.stringMatching(/\.$/), trail: [] }],
  });
});

function problemsOf(folder: string) {
  try {
    loadContent(folder);
  } catch (error) {
    if (error instanceof ContentError) return error.problems;
  }
  return [];
}

test("an unknown version is a 404, and a failed publication has its reason, also in the audit log", async () => {
  const { browser, publish } = await setUp({ publish: () => Promise.reject(new Error("brak prądu")) });
  expect((await browser.get("/panel/api/history/..%2F..")).status).toBe(404);
  expect((await browser.write("/panel/api/history/nic/restore")).status).toBe(404);
  expect(await publish()).toMatchObject({ end: { kind: "failed", reason: "brak prądu" } });
  expect(panel.log.lines.join("\n")).toContain("a publication failed");
  expect(panel.log.lines.join("\n")).not.toContain("brak prądu");
  expect(await publicationsInAuditLog()).toMatchObject([{ action: "published", succeeded: false }]);
});
