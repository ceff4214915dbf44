import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkContent } from "../../content-model/load.ts";
import { valueAt } from "../../content-model/path.ts";
import { createOpinions } from "../../opinions/opinions.server.ts";
import { provenIn } from "../../publishing/opinions/find-altered.ts";
import { startPanel } from "./testing/panel-fixture.ts";

let panel: Awaited<ReturnType<typeof startPanel>>;

/** A panel with an appointment that was held. */
async function setUp() {
  panel = await startPanel();
  const { db } = panel.database;
  const now = panel.clock.nowMs;
  await db
    .insertInto("enquiries")
    .values({
      reference: "7K3M-9QXR",
      content_hash: "",
      status: "accepted",
      reasons: "[]",
      name: "Ala",
      phone: "+48600100200",
      message: "Dzień dobry",
      received_at: now,
      search_text: "",
    })
    .execute();
  await db
    .insertInto("appointments")
    .values({
      ...{
        id: "a1",
        reference: "7K3M-9QXR",
        kind: "training",
        state: "booked",
        local_start: "2026-11-20T17:00",
      },
      minutes: 60,
      starts_at: now - 7_200_000,
      ends_at: now - 3_600_000,
      sequence: 0,
      created_at: now,
      changed_at: now,
    })
    .execute();
  const browser = await panel.signInByLink(panel.createBrowser());
  const visitor = createOpinions({
    database: panel.database,
    dataDir: panel.dataDir,
    siteUrl: "",
    clock: { now: () => panel.clock.nowMs },
    onWithdrawn() {},
  });
  const offer = () => browser.write("/panel/api/appointments/a1/opinion");
  const state = (body: object) =>
    browser.write("/panel/api/enquiries/7K3M-9QXR/state", body, { method: "PUT" });
  /** What a visitor writes after the appointment. */
  async function receive() {
    await state({ from: "new", state: "in-contact", held: true });
    const { url } = await (await offer()).json();
    await visitor.send(url.split("/opinia/")[1], { text: "Dobrze.", author: "Ala", publication: "1" });
    const [opinion] = await visitor.list();
    return opinion;
  }
  return { browser, visitor, offer, state, receive };
}

test("C5.2 the owner shows an opinion as it is or keeps why not; the words never pass through the panel", async () => {
  const { browser, visitor, offer, state } = await setUp();
  expect((await offer()).status).toBe(404);
  expect((await state({ from: "new", state: "closed", outcome: "client" })).status).toBe(204);
  const { url } = await (await offer()).json();
  await visitor.send(url.split("/opinia/")[1], {
    text: "Uczy — cierpliwie: 2 x w tygodniu.",
    author: "Ala",
    publication: "1",
  });
  expect((await offer()).status).toBe(404);
  const { opinions } = await (await browser.get("/panel/api/opinions")).json();
  expect(opinions).toMatchObject([{ author: "Ala", state: "sent", kind: "training", sentOn: "2026-11-21" }]);
  const [{ id }] = opinions;
  const decide = (body: object) => browser.write(`/panel/api/opinions/${id}`, body, { method: "PUT" });
  const proven = () => provenIn(panel.draft.read().files.osiagniecia.value);
  const problems = async () => (await (await browser.get("/panel/api/publish")).json()).problems;
  const aboutOpinions = async () =>
    (await problems()).filter(({ text }: { text: string }) =>
      /opini[aęi] (?:ma|z podpisem)|tej opinii/i.test(text),
    );

  expect((await decide({ reason: " " })).status).toBe(400);
  expect((await decide({ text: "Najlepszy trener." })).status).toBe(400);
  expect((await decide({ reason: null })).status).toBe(204);
  expect(proven()).toMatchObject([{ id, words: { text: "Uczy — cierpliwie: 2 x w tygodniu." } }]);
  expect(checkContent(panel.draft.read()).ok).toBe(true);
  expect(await aboutOpinions()).toEqual([]);

  const at = ["opinions", proven()[0]?.at ?? 0];
  await panel.draft.change("osiagniecia", [
    { do: "set", at: [...at, "text"], old: "Uczy — cierpliwie: 2 x w tygodniu.", value: "Uczy wspaniale." },
    { do: "set", at: [...at, "featured"], value: true },
  ]);
  const [problem] = await aboutOpinions();
  expect(problem).toMatchObject({ place: { name: "osiagniecia", path: at }, canHide: true });
  // After a lost response the same tap comes again, but another entry may have moved to the place.
  const moved = { place: problem.place, trail: ["Osiągnięcia", "Opinie", "Ktoś inny"] };
  expect((await browser.write("/panel/api/publish/hide", moved)).status).toBe(204);
  // "All" are the samples.
  expect((await browser.write("/panel/api/publish/hide", { all: true })).status).toBe(204);
  expect(await problems()).not.toContainEqual(expect.objectContaining({ canHide: true, isSample: true }));
  expect(proven()).toMatchObject([{ words: { text: "Uczy wspaniale." } }]);
  const isIntact = async () => (await (await browser.get("/panel/api/opinions")).json()).opinions[0].isIntact;
  expect(await isIntact()).toBe(false);
  // Shown once more, the words are those that were written, where the owner wanted them.
  await decide({ reason: null });
  expect(proven()).toMatchObject([
    { words: { text: "Uczy — cierpliwie: 2 x w tygodniu." }, entry: { featured: true } },
  ]);

  expect(await isIntact()).toBe(true);

  expect((await decide({ reason: "prośba o czas" })).status).toBe(204);
  expect(proven()).toEqual([]);
  expect((await (await browser.get("/panel/api/opinions")).json()).opinions).toMatchObject([
    { state: "hidden", reason: "prośba o czas" },
  ]);
});

test("C7.3 somebody's words and consent are not hidden with the sample that is left beside them", async () => {
  const { browser } = await setUp();
  const own = { person: "Anna Testowa", date: "2026-11-01", scope: "opinia na stronie" };
  const before = valueAt(panel.draft.read().files.osiagniecia.value, ["opinions", 0]) as Record<
    string,
    unknown
  >;
  const unmade = await panel.draft.change("osiagniecia", [
    { do: "set", at: ["opinions", 0, "text"], old: before.text, value: "Wróciłam do biegania." },
    { do: "set", at: ["opinions", 0, "author"], old: before.author, value: "Anna" },
    { do: "set", at: ["opinions", 0, "consent"], value: own },
    { do: "set", at: ["opinions", 0, "sample"], old: before.sample },
  ]);
  expect(unmade).toEqual([]);
  const { problems } = await (await browser.get("/panel/api/publish")).json();
  const place = { name: "osiagniecia", path: ["opinions", 0, "verification"] };
  expect(problems).toContainEqual(expect.objectContaining({ place, canHide: false }));
  for (const asked of [{ place }, { all: true }])
    expect((await browser.write("/panel/api/publish/hide", asked)).status).toBe(204);
  const { opinions } = panel.draft.read().files.osiagniecia.value as { opinions: unknown[] };
  expect(opinions).toHaveLength(1);
  expect(opinions).toMatchObject([{ text: "Wróciłam do biegania.", consent: own }]);
});

test("C5.2 an opinion that two devices show at the same moment is placed once", async () => {
  const { browser, receive } = await setUp();
  const opinion = await receive();
  const show = () => browser.write(`/panel/api/opinions/${opinion?.id}`, { reason: null }, { method: "PUT" });
  const answers = await Promise.all([show(), show(), show()]);
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
  expect(provenIn(panel.draft.read().files.osiagniecia.value)).toHaveLength(1);
});

test("C5.2 an opinion that the page cannot take is not reported as shown", async () => {
  const { browser, receive } = await setUp();
  const opinion = await receive();
  await panel.draft.change("osiagniecia", [{ do: "set", at: ["sample"], old: false, value: true }]);
  await writeFile(join(panel.dataDir, "content/osiagniecia.yaml"), "opinions: {\n");
  const show = { method: "PUT" };
  const answer = await browser.write(`/panel/api/opinions/${opinion?.id}`, { reason: null }, show);
  expect([answer.status, (await answer.json()).error]).toEqual([409, "changed"]);
});

test("C5.3 P2.8 at the person's request the owner removes an opinion for ever, with a passkey or link of the last ten minutes, which the audit log records", async () => {
  const { browser, visitor, receive } = await setUp();
  const opinion = await receive();
  const remove = () => browser.write(`/panel/api/opinions/${opinion?.id}`, {}, { method: "DELETE" });
  panel.clock.nowMs += 11 * 60_000;
  expect((await remove()).status).toBe(403);
  panel.clock.nowMs -= 11 * 60_000;
  expect((await remove()).status).toBe(204);
  expect(await visitor.list()).toEqual([]);
  expect((await visitor.sync()).withdrawn).toEqual([opinion?.id]);
  const nobodys = await browser.write("/panel/api/opinions/nobody", {}, { method: "DELETE" });
  expect(nobodys.status).toBe(404);
  const entries = await panel.accounts.auditLog.list({ limit: 50 });
  // Without the author's name.
  expect(entries.filter(({ action }) => action === "opinion-erased")).toMatchObject([
    { device: "Telefon", detail: "", succeeded: true },
  ]);
});
