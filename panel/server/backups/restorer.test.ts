import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { anEnquiry } from "../../../enquiries/testing/fixtures.ts";
import { startPostgres } from "../../../enquiries/testing/postgres.ts";
import { temporaryFolder } from "../../../publishing/testing/temporary-folder.ts";
import { writeOwnerSettings } from "../../../server/owner-settings.ts";
import { startPanel } from "../testing/panel-fixture.ts";
import { writeFullBackup } from "./write-full-backup.ts";

async function start(options: Parameters<typeof startPanel>[0] = {}) {
  const panel = await startPanel(options);
  onTestFinished(panel.stop);
  return panel;
}

type Panel = Awaited<ReturnType<typeof startPanel>>;

/** A full backup of a panel with an owner, an enquiry with a note, content and settings. */
async function makeBackup() {
  const panel = await start();
  const browser = await panel.signInByLink(panel.createBrowser());
  const phone = await panel.addPasskey(browser);
  const { codes } = await (await browser.write("/panel/api/codes")).json();
  const row = { ...anEnquiry, reference: "7K3M-9QXR", preferred_time: null, received_at: 1, search_text: "" };
  const { preferredTime: _, ...columns } = row;
  await panel.database.db
    .insertInto("enquiries")
    .values({ ...columns, key: null, content_hash: "", status: "accepted", reasons: "[]", digest_id: null })
    .execute();
  await panel.inbox.addNote("7K3M-9QXR", { id: "note", text: "Oddzwonić" });
  const { ownContentDir } = panel.folders;
  mkdirSync(join(ownContentDir, "photos"), { recursive: true });
  writeFileSync(join(ownContentDir, "site.yaml"), "name: Studio\n");
  await writeOwnerSettings(panel.dataDir, { ENQUIRY_RETENTION_DAYS: "180" });
  const file = join(temporaryFolder(), "kopia.tar");
  const source = { dataDir: panel.dataDir, hasDatabase: true, contentDir: ownContentDir };
  await writeFullBackup({ ...source, publishedDir: ownContentDir }, file, new Date());
  return { bytes: readFileSync(file), phone, codes };
}

/** Uploads a backup in parts, as the browser does, and waits for the result. */
async function send(panel: Panel, bytes: Buffer, partBytes = 100_000) {
  const browser = await panel.signInByLink(panel.createBrowser());
  const key = createHash("sha256").update(bytes).digest("hex");
  const put = async (from: number) => {
    const response = await panel.app.request(
      `https://www.studio.example/panel/api/restore/${key}?from=${from}&size=${bytes.length}`,
      {
        method: "PUT",
        headers: { Origin: "https://www.studio.example", "X-Panel": "1", Cookie: browser.cookie },
        body: new Uint8Array(bytes.subarray(from, from + partBytes)),
      },
    );
    return response.json();
  };
  for (let from = 0; from < bytes.length; from += partBytes) {
    const answer = await put(from);
    if (answer.error) return answer;
    // Sending a part twice changes nothing.
    expect(await put(from)).toEqual(answer);
  }
  expect(await (await browser.get(`/panel/api/restore/${key}`)).json()).toEqual({ received: bytes.length });
  await browser.write(`/panel/api/restore/${key}`);
  for (;;) {
    const { state, isOffered } = await (await browser.get("/panel/api/restore")).json();
    if (state.kind !== "running") return { ...state, isOffered };
    await new Promise(setImmediate);
  }
}

async function expectRestored(panel: Panel, { bytes, phone, codes }: Awaited<ReturnType<typeof makeBackup>>) {
  expect(await send(panel, bytes)).toEqual({
    kind: "restored",
    enquiries: 1,
    isPublished: true,
    isOffered: false,
  });
  const browser = panel.createBrowser();
  const options = await (await browser.write("/panel/api/sign-in/options")).json();
  expect((await browser.write("/panel/api/sign-in", { credential: phone.get(options) })).status).toBe(204);
  const enquiry = await (await browser.get("/panel/api/enquiries/7K3M-9QXR")).json();
  expect(enquiry).toMatchObject({ name: anEnquiry.name, notes: [{ text: "Oddzwonić" }] });
  expect(await panel.accounts.codes.isUnused(codes[0])).toBe(true);
  expect(readFileSync(join(panel.folders.ownContentDir, "site.yaml"), "utf8")).toBe("name: Studio\n");
  expect(panel.published).toEqual(["name: Studio\n"]);
  expect(panel.settings.config().enquiryRetentionDays).toBe(180);
  const auditLog = await panel.accounts.auditLog.list({ limit: 50 });
  expect(auditLog.map(({ action }) => action)).toContain("copy-restored");
  const left = readdirSync(panel.dataDir).filter((name) => /incoming|restoring/.test(name));
  expect(left).toEqual([]);
}

test("P8.3 a full backup that is uploaded to a panel without an owner is restored while the server runs", async () => {
  await expectRestored(await start(), await makeBackup());
});

const postgres = await startPostgres();
afterAll(() => postgres?.stop());
const postgresTest = test.skipIf(!postgres);

postgresTest("P8.3 a full backup can be restored into PostgreSQL", async () => {
  await expectRestored(await start({ databaseUrl: postgres?.url }), await makeBackup());
});

test("P8.3 a damaged backup is refused with its reason, changes nothing, and another one may follow", async () => {
  const panel = await start();
  const backup = await makeBackup();
  const damaged = Buffer.from(backup.bytes);
  damaged[damaged.length >> 1] = (damaged[damaged.length >> 1] ?? 0) ^ 1;
  for (const bytes of [damaged, backup.bytes.subarray(0, 5000), Buffer.from("to nie kopia")]) {
    expect(await send(panel, bytes)).toEqual({
      kind: "refused",
      problem: "Ten plik nie jest kopią strony albo jest uszkodzony.",
      isOffered: true,
    });
  }
  expect(readdirSync(panel.dataDir)).not.toContain("content");
  expect(await panel.database.db.selectFrom("enquiries").selectAll().execute()).toEqual([]);
  await expectRestored(panel, backup);
});

test("P8.3 T20 a panel with an owner accepts no backup", async () => {
  const panel = await start();
  const backup = await makeBackup();
  await panel.addPasskey(await panel.signInByLink(panel.createBrowser()));
  expect(await send(panel, backup.bytes)).toEqual({ error: "has-owner" });
  expect(readdirSync(panel.dataDir)).not.toContain("incoming-copy");
});

test("P8.3 a part that is sent twice at the same moment is stored once", async () => {
  const { incoming } = (await start()).restorer;
  const part = { from: 0, size: 10, bytes: Buffer.from("abc") };
  const twice = [incoming.append("a".repeat(64), part), incoming.append("a".repeat(64), part)];
  expect(await Promise.all(twice)).toEqual([3, 3]);
});

test("P8.3 an abandoned upload is removed once the panel has an owner", async () => {
  const panel = await start();
  const { incoming, removeLeftovers } = panel.restorer;
  expect(await incoming.append("a".repeat(64), { from: 0, size: 10, bytes: Buffer.from("abc") })).toBe(3);
  await removeLeftovers();
  expect(await incoming.received("a".repeat(64))).toBe(3);
  await panel.addPasskey(await panel.signInByLink(panel.createBrowser()));
  await removeLeftovers();
  expect(readdirSync(panel.dataDir)).not.toContain("incoming-copy");
});
