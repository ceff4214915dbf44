import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { hourMs } from "../../enquiries/clock.ts";
import { openDatabase } from "../../enquiries/storage/database.server.ts";
import { isRestoring } from "../../panel/server/backups/restore-journal.ts";
import { writeFullBackup } from "../../panel/server/backups/write-full-backup.ts";
import { until } from "./evidence.ts";
import { signIn } from "./owner.ts";
import { type Site, startSite, withFolder } from "./site.ts";
import { assertPublished, createTrainerFolder, type TrainerFolder } from "./trainer-folder.ts";

/** Found by no other text of the sample. */
const author = "Żegota Próbny";
const text = "Tłumaczy niespiesznie i zapamiętuje.";
const traces = /Żegota|niespiesznie/;

const silent = { info() {}, warn() {}, error() {} };

/**
 * An opinion is written, shown, backed up and withdrawn. Then the whole backup from before is restored: on the same server, on a new one
 * that got a later backup first, and on one that knows nothing of the withdrawal, where the person's link withdraws it once more (C5.3).
 */
export async function restoreWithdrawnOpinion(): Promise<string> {
  return withFolder(async (folder) => {
    const trainer = createTrainerFolder(join(folder, "data"));
    await trainer.publish();
    await addHeldAppointment(trainer);
    let site = await start(trainer);
    const owner = await signIn(site.baseUrl, site.dataDir);
    const offered = await owner.post("/panel/api/appointments/a1/opinion", {});
    const { pathname: link } = new URL((await offered.json()).url);
    const words = { text, author, about: "52 lata", publication: "1" };
    await post(site, link, { action: "send", ...words });
    const { opinions } = await (await owner.get("/panel/api/opinions")).json();
    const shown = await owner.put(`/panel/api/opinions/${opinions[0].id}`, { reason: null });
    assert.equal(shown.status, 204);
    assertPublished(await trainer.publish());
    await until("the opinion is on the page", () => isShown(site));
    const before = await backUp(trainer, join(folder, "before.tar"));

    await post(site, link, { action: "withdraw", confirmed: "1" });
    await until("it is off the page", async () => !(await isShown(site)));
    await until("it is gone from all files", () => filesWithTraces(trainer).length === 0);
    const after = await backUp(trainer, join(folder, "after.tar"));
    assert.equal(await site.stop(), 0);

    site = await restore(trainer, before);
    await assertGone(trainer, site, "the same server");

    const second = createTrainerFolder(join(folder, "second"));
    assert.equal(await (await restore(second, after)).stop(), 0);
    await assertGone(second, await restore(second, before), "a new server that had the later backup");

    const unaware = createTrainerFolder(join(folder, "unaware"));
    site = await restore(unaware, before);
    await until("what was published before is back", () => isShown(site));
    await post(site, link, { action: "withdraw", confirmed: "1" });
    await until("it is off the page", async () => !(await isShown(site)));
    await assertGone(unaware, site, "a server that knew nothing");
    return "gone from pages, drafts, releases, history and databases after each restore";
  });
}

const start = ({ config: { dataDir, ownContentDir } }: TrainerFolder) =>
  startSite({ dataDir, CONTENT_DIR: ownContentDir });

const isShown = async ({ baseUrl }: Site) =>
  traces.test(await (await fetch(`${baseUrl}/osiagniecia`)).text());

async function post({ baseUrl }: Site, path: string, fields: Record<string, string>): Promise<void> {
  const headers = { Origin: baseUrl };
  const body = new URLSearchParams(fields);
  const answer = await fetch(baseUrl + path, { method: "POST", headers, body, redirect: "manual" });
  assert.equal(answer.status, 303, `${fields.action}: ${answer.status}`);
}

async function backUp({ config }: TrainerFolder, file: string): Promise<string> {
  const { dataDir, ownContentDir: contentDir, releasesDir } = config;
  const publishedDir = join(releasesDir, "current/content");
  await writeFullBackup({ dataDir, hasDatabase: true, contentDir, publishedDir }, file, new Date());
  return file;
}

/** Restores by the command and starts the server, which publishes what visitors saw. */
async function restore(trainer: TrainerFolder, backup: string): Promise<Site> {
  const { env, config } = trainer;
  execFileSync(process.execPath, ["tools/restore.ts", backup, "--yes"], { env });
  const site = await start(trainer);
  await until("the restore ends", () => !isRestoring(config.dataDir));
  return site;
}

/** As the running server shows it, and on its disk once it has stopped. */
async function assertGone(trainer: TrainerFolder, site: Site, where: string): Promise<void> {
  const isClean = () => filesWithTraces(trainer).length === 0;
  await until(`${where}: gone from all files`, isClean).catch(() =>
    assert.deepEqual(filesWithTraces(trainer), [], where),
  );
  assert.equal(await isShown(site), false, `${where}: the page`);
  assert.match(await (await fetch(`${site.baseUrl}/osiagniecia`)).text(), /Opinie/, "the others are there");
  assert.equal(await site.stop(), 0);
  assert.deepEqual(filesWithTraces(trainer), [], `${where}: nothing is left on the disk`);
}

/** The files of a data folder that hold words or name; compressed ones are opened. */
function filesWithTraces({ config: { dataDir } }: TrainerFolder): string[] {
  return readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => traces.test(textOf(file)));
}

function textOf(file: string): string {
  // A publication may be removing it.
  if (!existsSync(file)) return "";
  const bytes = readFileSync(file);
  const whole = file.endsWith(".br")
    ? brotliDecompressSync(bytes)
    : file.endsWith(".gz")
      ? gunzipSync(bytes)
      : bytes;
  return whole.toString("utf8");
}

/** Somebody whose training took place. */
async function addHeldAppointment({ config: { dataDir } }: TrainerFolder): Promise<void> {
  const database = await openDatabase({ dataDir, log: silent });
  const now = Date.now();
  const reference = "7K3M-9QXR";
  const person = { name: "Ala", phone: "+48600100200", message: "Dzień dobry", search_text: "" };
  const states = { content_hash: "", status: "accepted", reasons: "[]" } as const;
  await database.db
    .insertInto("enquiries")
    .values({ reference, ...person, ...states, received_at: now - 30 * hourMs })
    .execute();
  const date = { kind: "training", state: "booked", minutes: 60, sequence: 0 } as const;
  const times = { local_start: "2026-11-20T17:00", starts_at: now - 2 * hourMs, ends_at: now - hourMs };
  await database.db
    .insertInto("appointments")
    .values({ id: "a1", reference, ...date, ...times, held_at: now, created_at: now, changed_at: now })
    .execute();
  await database.close();
}
