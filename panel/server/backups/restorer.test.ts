import { createHash } from "node:crypto";
import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeContentFolder } from "../../../content-model/testing/content-folder.ts";
import { anEnquiry } from "../../../enquiries/testing/fixtures.ts";
import { temporaryFolder } from "../../../publishing/testing/temporary-folder.ts";
import { readOwnerSettings, writeOwnerSettings } from "../../../server/owner-settings.ts";
import { startPanel } from "../testing/panel-fixture.ts";
import { applyRestore } from "./apply-restore.ts";
import { isRestoreDue } from "./restore-journal.ts";
import { writeFullBackup } from "./write-full-backup.ts";

type Panel = Awaited<ReturnType<typeof startPanel>>;

/** A full backup of a panel with an owner, an enquiry with a note, content and settings. */
async function makeBackup() {
  const panel = await startPanel();
  const browser = await panel.signInByLink(panel.createBrowser());
  await panel.addPasskey(browser);
  await browser.write("/panel/api/codes");
  const { slot: _slot, ...typed } = anEnquiry;
  const row = { ...typed, reference: "7K3M-9QXR", preferred_time: null, received_at: 1, search_text: "" };
  const { preferredTime: _, ...columns } = row;
  await panel.database.db
    .insertInto("enquiries")
    .values({ ...columns, key: null, content_hash: "", status: "accepted", reasons: "[]", digest_id: null })
    .execute();
  await panel.inbox.addNote("7K3M-9QXR", { id: "note", text: "Oddzwonić" });
  const { ownContentDir } = panel.folders;
  cpSync(writeContentFolder(), ownContentDir, { recursive: true });
  await writeOwnerSettings(panel.dataDir, {
    ENQUIRY_RETENTION_DAYS: "180",
    MAIL_TO: "trener@studio.example",
    SMTP_URL: "smtps://kontakt:tajne@poczta.example:465",
  });
  const file = join(temporaryFolder(), "kopia.tar");
  const source = { dataDir: panel.dataDir, hasDatabase: true, contentDir: ownContentDir };
  await writeFullBackup({ ...source, publishedDir: ownContentDir }, file, new Date());
  return { bytes: readFileSync(file) };
}

/** Uploads a backup in parts, as the browser does, and waits until it is checked. */
async function send(panel: Panel, bytes: Buffer, partBytes = 50_000) {
  const browser = await panel.signInByLink(panel.createBrowser());
  const key = createHash("sha256").update(bytes).digest("hex");
  const put = async (from: number) => {
    const response = await panel.request(
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
    if (answer.error) return { browser, key, answer };
    // Sending a part twice changes nothing.
    expect(await put(from)).toEqual(answer);
  }
  expect(await (await browser.get(`/panel/api/restore/${key}`)).json()).toEqual({ received: bytes.length });
  await browser.write(`/panel/api/restore/${key}`);
  const state = async () => (await (await browser.get("/panel/api/restore")).json()).state;
  await expect.poll(async () => (await state()).kind).not.toBe("checking");
  return { browser, key, answer: await state() };
}

test("P8.3 a panel without an owner checks an uploaded backup, shows what it brings, and restores it once that is confirmed", async () => {
  const { bytes } = await makeBackup();
  const panel = await startPanel();
  const { browser, key, answer } = await send(panel, bytes);
  expect(answer).toEqual({
    kind: "checked",
    key,
    summary: {
      madeAt: expect.any(String),
      database: { enquiries: 1, passkeys: ["Telefon"], recoveryCodes: 10 },
      settings: {
        kept: { ENQUIRY_RETENTION_DAYS: "180", SMTP_URL: "smtps://kontakt@poczta.example:465" },
        leftOut: ["MAIL_TO"],
      },
      siteEmail: "ja@example.com",
      canPublish: true,
    },
  });
  // The browser asks for the check again if the response was lost.
  expect((await browser.write(`/panel/api/restore/${key}`)).status).toBe(204);
  expect((await (await browser.get("/panel/api/restore")).json()).state).toEqual(answer);
  // So far nothing has changed.
  expect(isRestoreDue(panel.dataDir)).toBe(false);
  expect(readdirSync(panel.dataDir)).not.toContain("content");
  expect((await browser.write(`/panel/api/restore/${"0".repeat(64)}/confirm`)).status).toBe(409);
  expect((await browser.write(`/panel/api/restore/${key}/confirm`)).status).toBe(204);
  expect((await browser.write(`/panel/api/restore/${key}/confirm`)).status).toBe(204);
  // The server restarts for it.
  expect(isRestoreDue(panel.dataDir)).toBe(true);
  await panel.database.close();
  const { dataDir, folders } = panel;
  const restored = await applyRestore({ ...folders, databaseUrl: undefined }, new Date(panel.clock.nowMs));
  expect(restored).toMatchObject({ kind: "restored", database: { enquiries: 1 } });
  expect(readOwnerSettings(dataDir)).toMatchObject({ ENQUIRY_RETENTION_DAYS: "180" });
  expect(readdirSync(dataDir)).not.toContain("incoming-copy");
});

test("P8.3 a damaged backup is refused with its reason, changes nothing, and another one may follow", async () => {
  const panel = await startPanel();
  const backup = await makeBackup();
  const damaged = Buffer.from(backup.bytes);
  damaged[damaged.length >> 1] = (damaged[damaged.length >> 1] ?? 0) ^ 1;
  const problem = "Ten plik nie jest kopią strony, jest uszkodzony albo jeszcze zaszyfrowany (.age).";
  expect((await send(panel, damaged)).answer).toEqual({ kind: "refused", problem });
  expect(readdirSync(panel.dataDir)).not.toContain("content");
  expect(await panel.database.db.selectFrom("enquiries").selectAll().execute()).toEqual([]);
  expect((await send(panel, backup.bytes)).answer).toMatchObject({ kind: "checked" });
});

test("P8.3 a panel with an owner accepts no backup", async () => {
  const panel = await startPanel();
  await panel.addPasskey(await panel.signInByLink(panel.createBrowser()));
  expect((await send(panel, Buffer.from("kopia"))).answer).toEqual({ error: "has-owner" });
  expect(readdirSync(panel.dataDir)).not.toContain("incoming-copy");
});

test("T8 T20 a device that another one let in restores nothing", async () => {
  const panel = await startPanel();
  const owner = await panel.signInByLink(panel.createBrowser());
  const { token } = await (await owner.write("/panel/api/links")).json();
  const tablet = panel.createBrowser();
  await tablet.write("/panel/api/links/claim", { token, deviceName: "Tablet" });
  const path = `/panel/api/restore/${"a".repeat(64)}`;
  const method = "PUT";
  expect((await tablet.write(`${path}?from=0&size=2`, {}, { method })).status).toBe(403);
  for (const one of [path, `${path}/confirm`]) expect((await tablet.write(one)).status).toBe(403);
});

test("P8.3 a part that is sent twice at the same moment is stored once", async () => {
  const { restorer } = await startPanel();
  const part = { from: 0, size: 10, bytes: Buffer.from("abc") };
  const twice = [restorer.append("a".repeat(64), part), restorer.append("a".repeat(64), part)];
  expect(await Promise.all(twice)).toEqual([3, 3]);
});
