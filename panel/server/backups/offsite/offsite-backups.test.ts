import { execFileSync, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createReadStream, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Decrypter, generateX25519Identity, identityToRecipient } from "age-encryption";
import { describe, expect, onTestFinished, test } from "vitest";
import { dayMs, hourMs } from "../../../../enquiries/clock.ts";
import { sqliteFile } from "../../../../enquiries/storage/database.server.ts";
import { temporaryFolder } from "../../../../publishing/testing/temporary-folder.ts";
import type { Environment } from "../../../../server/config.ts";
import { createSettings } from "../../../../server/settings.ts";
import { configOf } from "../../../../server/testing/config-of.ts";
import { backupNameOf } from "../backup-names.ts";
import { createBackups, runBackupTask } from "../backups.ts";
import type { BackupTask } from "../child.ts";
import { rehearseRestore } from "../stage-backup.ts";
import { createTestSite } from "../testing/test-site.ts";
import { createOffsiteBackups, offsiteFacts } from "./offsite-backups.ts";
import { sendBackup } from "./send-backup.ts";
import { createStorage } from "./storage.ts";
import {
  type Fault,
  missingForWebdav,
  type RunningStorage,
  startProxy,
  startS3,
  startWebdav,
} from "./testing/storages.ts";

const idleMs = 700;
const begin = Date.UTC(2026, 10, 23, 2, 0);

async function inProcess(task: BackupTask): Promise<unknown> {
  if (task.task === "send") return sendBackup(task);
  return task.task === "rehearse" && rehearseRestore(createReadStream(task.file), task.dataDir, task.room);
}
const inChild: typeof inProcess = (task) => runBackupTask({ codeDir: "" }, task);

/** A site with two enquiries that makes and sends backups, in a child process only with `inChild`; `prove` gives it the key. */
async function setUp(environment: Environment, runTask = inProcess, freeDiskBytes = async () => 1e12) {
  const site = createTestSite();
  mkdirSync(site.ownContentDir);
  writeFileSync(join(site.ownContentDir, "zdjęcie.jpg"), randomBytes(2_000_000));
  const open = await site.open();
  await open.accept({ name: "Ala" });
  await open.accept({ name: "Ela" });
  await open.close();
  const given = { DATA_DIR: site.dataDir, ...environment };
  const config = configOf(given);
  const clock = { nowMs: begin };
  const now = () => clock.nowMs;
  const real = createBackups(config, { now: () => new Date(now()), freeDiskBytes: async () => 1e12 });
  async function make() {
    const name = backupNameOf(new Date(now()));
    await site.backUp(real.fileOf(name));
    return { name };
  }
  async function makeIfDue(): Promise<void> {
    const last = await real.lastMadeAt();
    if (!last || now() - last.getTime() >= dayMs) await make();
  }
  const backups = runTask === inChild ? real : { ...real, make, makeIfDue };
  const warnings: string[] = [];
  const warn = async (problem: string) => void warnings.push(problem);
  const settings = createSettings(config, given);
  const offsite = createOffsiteBackups({ settings, backups, warn, now, runTask, freeDiskBytes });
  const key = await generateX25519Identity();
  const recipient = await identityToRecipient(key);

  async function prove(own = key): Promise<boolean> {
    const recipient = await identityToRecipient(own);
    const decrypter = new Decrypter();
    decrypter.addIdentity(own);
    const file = await offsite.createChallenge(recipient);
    return offsite.prove(recipient, await decrypter.decrypt(Buffer.from(file, "base64"), "text"));
  }
  async function night(days: number): Promise<void> {
    clock.nowMs = begin + days * dayMs;
    await backups.makeIfDue();
    await offsite.runDue({ mayPrune: true });
  }
  return { ...site, clock, settings, backups, offsite, warnings, key, recipient, prove, night };
}

/** Sends a file of two million bytes to this address. */
async function sendFile(
  backupUrl: string,
  { mayPrune = false, allowPrivate = true, patienceMs = 60_000 } = {},
) {
  const file = join(temporaryFolder(), "kopia-2026-11-23T02-00-00Z.tar");
  writeFileSync(file, randomBytes(2_000_000));
  const recipient = await identityToRecipient(await generateX25519Identity());
  return sendBackup({ backupUrl, recipient, file, mayPrune, allowPrivate, idleMs: patienceMs });
}

const kinds = { "WebDAV (nginx)": startWebdav, "S3 (s3rver)": startS3 };
const names = (Object.keys(kinds) as (keyof typeof kinds)[]).filter(
  (name) => !missingForWebdav || kinds[name] !== startWebdav,
);
if (missingForWebdav) console.warn(`!!! SKIPPED: ${missingForWebdav}`);

/** Runs until the test ends. */
async function start(name: keyof typeof kinds = "S3 (s3rver)"): Promise<RunningStorage> {
  const storage = await kinds[name](temporaryFolder());
  onTestFinished(storage.stop);
  return storage;
}

async function startFaulty(fault: Fault) {
  const proxy = await startProxy(await start(), fault);
  onTestFinished(proxy.stop);
  return proxy;
}

describe.each(names)("%s", (name) => {
  test("C8.1 each night the backup is encrypted, sent and read back; age and tar open it with the owner's key alone", async () => {
    const storage = await start(name);
    // Programs of their own make, rehearse and send them; once shows it.
    const site = await setUp({ BACKUP_URL: storage.url }, name === "S3 (s3rver)" ? inChild : inProcess);
    await site.night(0);
    expect(site.offsite.record()).toEqual({
      rehearsal: expect.objectContaining({ enquiries: 2 }),
      failure: expect.objectContaining({ problem: expect.stringContaining("klucza") }),
    });
    expect(await site.prove()).toBe(true);
    await site.night(0);
    const { last, failure } = site.offsite.record();
    expect(failure).toBeUndefined();
    const sent = storage.read(`${last?.name}.age`) ?? Buffer.alloc(0);
    expect(sent.length).toBe(last?.bytes);
    expect(sent.subarray(0, 22).toString()).toBe("age-encryption.org/v1\n");
    expect(sent.includes("manifest.json")).toBe(false);
    await site.night(0);
    expect(site.offsite.record().last).toEqual(last);
    await site.night(1);
    expect(site.offsite.record().last?.name).toMatch(/^kopia-2026-11-24/);
    if (spawnSync("which", ["age"]).status !== 0)
      return console.warn("!!! SKIPPED: age is not installed here");
    writeFileSync(join(site.folder, "key.txt"), site.key);
    const given = { input: sent, maxBuffer: 1e8 };
    const opened = execFileSync("age", ["-d", "-i", join(site.folder, "key.txt")], given);
    expect(execFileSync("tar", ["-t"], { input: opened }).toString()).toContain("manifest.json");
    expect(opened.equals(readFileSync(site.backups.fileOf(last?.name ?? "")))).toBe(true);
  });

  test("C8.2 wrong credentials and a missing folder are told", async () => {
    const { url } = await start(name);
    for (const [changes, problem] of [
      [{ password: "inne" }, /nazwy i hasła/],
      // nginx says 500.
      [{ pathname: "/inny/folder" }, /nie ma takiego folderu|kodem 500/],
    ] as const) {
      const changed = Object.assign<URL, object>(new URL(url), changes).href;
      expect(await sendFile(changed)).toEqual({ problem: expect.stringMatching(problem) });
    }
  });

  test("C8.2 of old ones those of seven days and four weeks stay, none older than 29 days, and no file of another name goes", async () => {
    const storage = await start(name);
    const direct = createStorage({ backupUrl: storage.url, allowPrivate: true, idleMs: 60_000 });
    async function* content() {
      yield Buffer.from("x");
    }
    const day = (ago: number) => new Date(begin - ago * dayMs).toISOString().slice(0, 10);
    const old = Array.from({ length: 40 }, (_, index) => `kopia-${day(index + 1)}T03-00-00Z.tar.age`);
    const whole = "kopia-2020-01-01T03-00-00Z.tar";
    const foreign = ["lato.zip", "kopia-stara.tar.age", whole, `moja-${whole}.age`, `${whole}.age.old`];
    const [soon, future] = ["kopia-2026-12-02T03-00-00Z.tar.age", "kopia-2027-11-20T03-00-00Z.tar.age"];
    for (const file of [soon, future]) await direct.put(file, content(), 1);
    await sendFile(storage.url, { mayPrune: true });
    expect(storage.read(future)).toBeDefined();
    for (const file of [...old, ...foreign]) await direct.put(file, content(), 1);
    expect(await sendFile(storage.url, { mayPrune: true })).toEqual({ bytes: expect.any(Number) });
    const left = old.filter((file) => storage.read(file));
    expect(left.slice(0, 6)).toEqual(old.slice(0, 6));
    expect(left.length).toBeGreaterThan(6);
    expect(left.length).toBeLessThanOrEqual(9);
    expect((left.at(-1)?.slice(6, 16) ?? "") > day(29)).toBe(true);
    // As on the server itself, one from the future stays until there are backups of seven days; one from next week is pruned in its time.
    expect([storage.read(future), storage.read(soon)?.toString()]).toEqual([undefined, "x"]);
    for (const file of foreign) expect(storage.read(file)?.toString()).toBe("x");
  });
});

test("C8.2 a storage that takes nothing new, as its quota is spent, loses what is older than 30 days", async () => {
  const storage = await start("S3 (s3rver)");
  const direct = createStorage({ backupUrl: storage.url, allowPrivate: true, idleMs: 60_000 });
  async function* content() {
    yield Buffer.from("x");
  }
  const [old, recent] = [31, 5].map(
    (ago) => `kopia-${new Date(begin - ago * dayMs).toISOString().slice(0, 10)}T03-00-00Z.tar.age`,
  );
  for (const file of [old, recent]) await direct.put(file ?? "", content(), 1);
  const full = await startProxy(storage, (request, response, pass) => {
    if (request.method !== "PUT") return pass();
    response.writeHead(507).end();
  });
  onTestFinished(full.stop);
  expect(await sendFile(full.url, { mayPrune: true })).toEqual({ problem: expect.any(String) });
  expect([old, recent].map((file) => storage.read(file ?? "") !== undefined)).toEqual([false, true]);
});

/** Each is what a storage did to somebody. */
const faults: Record<string, { fault: Fault; problem: RegExp; patienceMs?: number }> = {
  "201, but nothing is kept": {
    fault: (incoming, _response, pass) => pass(incoming.method === "PUT" ? { body: Buffer.alloc(0) } : {}),
    problem: /^Serwer kopii zwrócił inną kopię niż wysłana\. Jeśli następna próba/,
  },
  "413": { fault: answer(413), problem: /tak dużych plików/ },
  "507": { fault: answer(507), problem: /skończyło się miejsce/ },
  "S3 without room": {
    fault: answer(403, "<Error><Code>QuotaExceeded</Code></Error>"),
    problem: /skończyło się miejsce/,
  },
  "500": { fault: answer(500), problem: /kodem 500/ },
  "a redirect": { fault: answer(302), problem: /kodem 302/ },
  "no answer": { fault: () => {}, problem: /przestał odpowiadać/, patienceMs: idleMs },
  "no end of the answer": {
    fault(incoming, _response, pass) {
      let parts = 0;
      const change = (chunk: Buffer) => {
        parts += 1;
        return parts === 1 ? chunk : undefined;
      };
      pass(incoming.method === "GET" ? { change } : {});
    },
    problem: /przestał odpowiadać/,
    patienceMs: idleMs,
  },
  "a copy without end": {
    fault: (incoming, response, pass) => (incoming.method === "GET" ? answerForEver(response) : pass()),
    problem: /^Serwer kopii zwrócił inną kopię niż wysłana\. Jeśli następna próba/,
  },
  "an error without end": {
    fault: (_incoming, response) => answerForEver(response, 500),
    problem: /kodem 500/,
  },
  "one wrong byte": {
    fault(incoming, _response, pass) {
      const change = (chunk: Buffer) => {
        chunk[0] = (chunk[0] ?? 0) ^ 1;
        return chunk;
      };
      pass(incoming.method === "GET" ? { change } : {});
    },
    problem: /^Serwer kopii zwrócił inną kopię niż wysłana\. Jeśli następna próba/,
  },
  "a cut line": {
    fault(incoming, response) {
      incoming.once("data", () => incoming.socket.destroy());
      response.writeContinue();
    },
    problem: /się urwało/,
  },
};

/** Writes as long as somebody reads. */
function answerForEver(response: ServerResponse, status = 200): void {
  response.writeHead(status);
  const writing = setInterval(() => response.write(Buffer.alloc(64 * 1024)), 1);
  response.on("close", () => clearInterval(writing));
}

function answer(status: number, text = ""): Fault {
  return (incoming, response) => {
    incoming.resume();
    // A storage thinks for a moment.
    setTimeout(() => response.writeHead(status).end(text), 100);
  };
}

test.each(Object.entries(faults))("C8.2 never done: %s", async (_name, { fault, problem, patienceMs }) => {
  const proxy = await startFaulty(fault);
  // The body is held back for a twentieth of it; a refusal that a slow machine reads later would get lost.
  expect(await sendFile(proxy.url, { ...(patienceMs && { patienceMs }) })).toEqual({
    problem: expect.stringMatching(problem),
  });
});

test("C8.2 a server that waits for the body without a word gets it, and one that lets nobody list files gets a warning", async () => {
  const silent = await startFaulty((_incoming, _response, pass) => pass({ isSilent: true }));
  expect(await sendFile(silent.url)).toEqual({ bytes: expect.any(Number) });
  const closed = await startFaulty((incoming, response, pass) =>
    incoming.url?.includes("list-type") ? answer(403)(incoming, response, pass) : pass(),
  );
  const sent = await sendFile(closed.url, { mayPrune: true });
  expect(sent).toMatchObject({ warning: expect.stringMatching(/30 dniach/) });
});

test("C8.2 a failure is no copy; the owner is warned after three days, once a day, and no longer once one has left the server", async () => {
  let isDown = true;
  const proxy = await startFaulty((incoming, response, pass) =>
    isDown ? answer(507)(incoming, response, pass) : pass(),
  );
  const site = await setUp({ BACKUP_URL: proxy.url });
  // The server was set days after the key: none could leave before.
  site.clock.nowMs -= 5 * dayMs;
  await site.prove();
  const isLate = () => site.offsite.isLate();
  for (const day of [0, 2.9]) await site.night(day);
  expect([isLate(), site.warnings]).toEqual([false, []]);
  for (const day of [3, 3.9]) await site.night(day);
  expect([isLate(), site.warnings]).toEqual([true, ["Na serwerze kopii skończyło się miejsce."]]);
  await site.night(4.1);
  expect(site.warnings).toHaveLength(2);
  expect(offsiteFacts(site.dataDir, site.clock.nowMs).wasSent).toBe(false);
  isDown = false;
  await site.night(5.2);
  expect([isLate(), site.warnings.length]).toEqual([false, 2]);
  expect(site.offsite.record().failure).toBeUndefined();
  expect(offsiteFacts(site.dataDir, site.clock.nowMs).wasSent).toBe(true);
  // The owner sends the same one again, in vain: an hour later it is tried without a newer one.
  isDown = true;
  await site.offsite.send(false);
  expect(site.offsite.record().failure).toBeDefined();
  isDown = false;
  site.clock.nowMs += hourMs;
  await site.offsite.runDue({ mayPrune: true });
  expect(site.offsite.record().failure).toBeUndefined();
});

test("C8.2 the owner is warned after three days, too, if the server has no key for the backups, as after moving house", async () => {
  const site = await setUp({ BACKUP_URL: "https://kopie.example/" }, async () => ({ bytes: 1 }));
  for (const day of [0, 2.9]) await site.night(day);
  expect([site.offsite.isLate(), site.warnings]).toEqual([false, []]);
  await site.night(3.1);
  const problem = "Brakuje klucza do kopii. Utwórz go albo wskaż plik z kluczem.";
  expect([site.offsite.isLate(), site.warnings]).toEqual([true, [problem]]);
  // The first backup for a new key has its own three days.
  await site.prove();
  expect(site.offsite.isLate()).toBe(false);
  await site.night(3.2);
  expect(site.offsite.record()).toMatchObject({ last: { bytes: 1 } });
  expect(site.offsite.record().failure).toBeUndefined();
});

test("C8.2 the warning does not deny the last backup that left, if no new one was made since", async () => {
  const site = await setUp({ BACKUP_URL: "https://kopie.example/" }, async ({ task }) =>
    task === "send" ? { bytes: 1 } : { ok: true, summary: {} },
  );
  await site.prove();
  await site.night(0);
  site.clock.nowMs += 4 * dayMs;
  await site.offsite.runDue({ mayPrune: true });
  expect(site.warnings).toEqual(["udana, ale od tamtej pory nie powstała żadna nowa kopia."]);
});

test("C8.1 a key counts only with what was in its test file, and for half a year", async () => {
  const site = await setUp({});
  expect(await site.offsite.prove(site.recipient, "")).toBe(false);
  await site.offsite.createChallenge(site.recipient);
  expect(await site.offsite.prove(site.recipient, "zgaduję")).toBe(false);
  expect(site.offsite.record().key).toBeUndefined();
  expect(offsiteFacts(site.dataDir, begin).isProofDue).toBe(true);
  expect(await site.prove()).toBe(true);
  expect(offsiteFacts(site.dataDir, begin + 181 * dayMs).isProofDue).toBe(false);
  expect(offsiteFacts(site.dataDir, begin + 183 * dayMs).isProofDue).toBe(true);
  const record = join(site.dataDir, "offsite-backups.json");
  expect(statSync(record).mode & 0o077).toBe(0);
  expect(readFileSync(record, "utf8")).not.toContain("SECRET");
});

test("C8.1 after a change of the key a backup for the new one is due at once, and one that was under way for the old one does not count", async () => {
  let sends = 0;
  let meanwhile: () => Promise<unknown> = async () => {};
  const site = await setUp({ BACKUP_URL: "https://kopie.example/" }, async (task) => {
    if (task.task !== "send") return inProcess(task);
    sends += 1;
    await meanwhile();
    return { bytes: sends };
  });
  await site.prove();
  await site.night(0);
  await site.night(0);
  expect(site.offsite.record().last?.bytes).toBe(1);
  const replaceKey = async () => site.prove(await generateX25519Identity());
  meanwhile = () => Promise.reject(new Error("The program ended"));
  await site.offsite.send(true);
  expect(site.offsite.record().failure).toBeDefined();
  meanwhile = async () => {};
  await replaceKey();
  await site.night(0);
  expect(site.offsite.record().last?.bytes).toBe(3);
  expect(site.offsite.record().failure).toBeUndefined();
  meanwhile = replaceKey;
  await site.night(1);
  expect([sends, site.offsite.record().last]).toEqual([4, undefined]);
  meanwhile = async () => {
    await replaceKey();
    throw new Error("The program ended");
  };
  await site.offsite.send(true);
  expect(site.offsite.record().failure).toBeUndefined();
  meanwhile = async () => {};
  await site.night(1);
  expect(site.offsite.record().last?.bytes).toBe(6);
});

test("C8.2 T22 an address typed in the panel reaches neither this machine nor a private network", async () => {
  let asked = 0;
  const proxy = await startFaulty(() => {
    asked += 1;
  });
  const url = "https://10.0.0.1/kopie";
  for (const address of [proxy.url, proxy.url.replace("s3+http:", "s3:"), url])
    expect(await sendFile(address, { allowPrivate: false })).toMatchObject({
      problem: expect.stringMatching(/sieci lokalnej/),
    });
  expect(asked).toBe(0);
  const allowed: boolean[] = [];
  for (const environment of [{ BACKUP_URL: url }, {}]) {
    const site = await setUp(environment, async (task) => {
      if (task.task === "send") allowed.push(task.allowPrivate);
      return { problem: "" };
    });
    await site.settings.save({ BACKUP_URL: url });
    await site.prove();
    await site.backups.make();
    await site.offsite.send(false);
  }
  expect(allowed).toEqual([true, false]);
});

test("C8.1 T24 a backup named by a wrong clock is neither sent nor rehearsed in place of newer ones", async () => {
  const used: string[] = [];
  const site = await setUp({ BACKUP_URL: "https://pliki.example/kopie" }, async (task) => {
    used.push(task.task === "write" ? "" : basename(task.file));
    return task.task === "send" ? { bytes: 1 } : { ok: true, summary: {} };
  });
  await site.prove();
  mkdirSync(join(site.dataDir, "copies"), { recursive: true });
  writeFileSync(join(site.dataDir, "copies/kopia-2027-11-23T02-00-00Z.tar"), "");
  // Without another one, the first attempt makes one.
  await site.offsite.send(false);
  await site.night(1);
  const [first, second] = ["kopia-2026-11-23T02-00-00Z.tar", "kopia-2026-11-24T02-00-00Z.tar"];
  expect(used).toEqual([first, second, second]);
  expect(site.offsite.record().last?.name).toBe(second);
});

test("C8.3 a rehearsal for which the disk has no room says so, and does not call the backup damaged", async () => {
  let free = 200 * 1024 * 1024;
  const site = await setUp({}, inProcess, async () => free);
  await site.night(0);
  expect(site.offsite.record().rehearsal?.problem).toBe("Na dysku nie ma dość miejsca.");
  free *= 2;
  await site.night(1);
  expect(site.offsite.record().rehearsal).toMatchObject({ enquiries: 2 });
});

test("C8.3 each month the newest backup is restored into a temporary database and counted; one that fails is told and tried the next day", async () => {
  const site = await setUp({});
  await site.night(0);
  const first = site.offsite.record().rehearsal;
  expect(first).toMatchObject({ enquiries: 2 });
  await site.night(29);
  expect(site.offsite.record().rehearsal).toEqual(first);
  site.clock.nowMs = begin + 30 * dayMs - hourMs;
  const copies = join(site.dataDir, "copies");
  const made = await site.backups.make();
  const newest = join(copies, made === "no-room" ? "" : made.name);
  writeFileSync(newest, readFileSync(newest).fill(1, 20_000, 20_100));
  await site.night(30);
  expect(site.offsite.record().rehearsal?.problem).toMatch(/uszkodzony/);
  await site.night(31);
  expect(site.offsite.record().rehearsal).toMatchObject({ enquiries: 2 });
  // As of an older version, but its tables are not: they cannot be migrated.
  using database = new DatabaseSync(sqliteFile(site.dataDir));
  database.exec("delete from kysely_migration where name = (select max(name) from kysely_migration)");
  await site.night(62);
  expect(site.offsite.record().rehearsal?.problem).toMatch(/uszkodzony/);
  expect(readdirSync(site.dataDir).filter((name) => name.startsWith("rehearsal-"))).toEqual([]);
});
