// For try.sh, in the network of the machine with the package: acts as the owner's phone, through Caddy.
// SITE_HOST says where, if it is not this machine.
//   node packaging/testing/try-panel.ts begin KEY LINK          makes a passkey, kept in the file KEY
//   node packaging/testing/try-panel.ts send KEY PHOTO...       signs in with it, sends photographs and publishes
//   node packaging/testing/try-panel.ts photograph KEY PHOTO    the same, but does not look at the machine's processes
//   node packaging/testing/try-panel.ts return KEY              signs in with it and says which photographs the panel shows
//   node packaging/testing/try-panel.ts ask KEY PATH            signs in with it and prints what a path of the panel's API answers
//   node packaging/testing/try-panel.ts time KEY MS             signs in with it and times list, search, "Dziś" and week, which take MS at most
//   node packaging/testing/try-panel.ts publish KEY             signs in with it and publishes the one change
//   node packaging/testing/try-panel.ts restore LINK COPY.tar   gives a panel without an owner a full backup
import assert from "node:assert/strict";
import { createHash, createPrivateKey, randomUUID } from "node:crypto";
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { request } from "node:https";
import { getPriority } from "node:os";
import { basename } from "node:path";
import { setTimeout } from "node:timers/promises";
import { createAuthenticator, newKey } from "../../accounts/testing/authenticator.ts";

const site = { name: "www.example.pl", url: "https://www.example.pl" };
/** The size that the browser uses. */
const [photoPartBytes, copyPartBytes] = [256 * 1024, 2 * 1024 * 1024];
const isInstalled = /^\/usr\/lib\/trainer-site\/versions\/.*\/build\/code\//;
const steps = { begin, send, photograph, return: comeBack, ask: askPath, time, publish: publishOne, restore };
let cookie = "";

const [step = "", ...words] = process.argv.slice(2);
await steps[step as keyof typeof steps](...(words as [string, string]));

async function begin(keyFile: string, link: string): Promise<void> {
  const privateKey = newKey();
  writeFileSync(keyFile, privateKey.export({ type: "pkcs8", format: "pem" }));
  await claim(link);
  const phone = createAuthenticator({ origin: site.url, relyingParty: "example.pl", privateKey });
  const credential = phone.create(await call("POST", "passkeys/options", {}));
  await call("POST", "passkeys", { name: "Telefon", credential });
}

async function send(keyFile: string, ...photos: string[]): Promise<void> {
  await signIn(keyFile);
  for (const photo of photos) {
    const sent = await watch("decode-photo.js", () => sendPhoto(basename(photo), readFileSync(photo)));
    console.log(sent);
  }
  await watch("publish.js", publish);
}

async function photograph(keyFile: string, photo: string): Promise<void> {
  await signIn(keyFile);
  await sendPhoto(basename(photo), readFileSync(photo));
  await publish();
}

async function comeBack(keyFile: string): Promise<void> {
  await signIn(keyFile);
  const { photos } = await call("GET", "photos");
  for (const { file } of photos) console.log(file);
}

async function askPath(keyFile: string, path: string): Promise<void> {
  await signIn(keyFile);
  console.log(JSON.stringify(await call("GET", path)));
}

/** The median of nine calls each. */
async function time(keyFile: string, limitMs: string): Promise<void> {
  await signIn(keyFile);
  const search = (search: string) => call("POST", "enquiries/search", { search });
  const calls: Record<string, () => Promise<unknown>> = {
    list: () => call("GET", "enquiries"),
    counts: () => call("GET", "enquiries/counts"),
    today: () => call("GET", "enquiries/today"),
    "search for a name": () => search("lucja"),
    "search for a number": () => search("601 555 123"),
    "search for what is not there": () => search("nie ma takiego slowa"),
    week: () => call("GET", `appointments?from=${new Date().toISOString().slice(0, 10)}`),
  };
  const tooSlow: string[] = [];
  for (const [what, act] of Object.entries(calls)) {
    const times: number[] = [];
    for (let turn = 0; turn < 9; turn += 1) {
      const begun = performance.now();
      await act();
      times.push(performance.now() - begun);
    }
    const median = times.sort((a, b) => a - b)[4] ?? 0;
    console.log(`${what}: ${Math.round(median)} ms, the slowest ${Math.round(times[8] ?? 0)}`);
    if (median > Number(limitMs)) tooSlow.push(what);
  }
  assert.deepEqual(tooSlow, []);
}

async function publishOne(keyFile: string): Promise<void> {
  await signIn(keyFile);
  await publish();
}

async function restore(link: string, file: string): Promise<void> {
  await claim(link);
  const [server = ""] = processes(
    ([node = "", ...words]) =>
      node.startsWith("/usr/lib/trainer-site/") && words.at(-1) === "build/code/main.js",
  );
  // Forgets the most that it has held so far.
  writeFileSync(`/proc/${server}/clear_refs`, "5");
  const before = heldMegabytes(server);
  const { parts, path } = await sendBackup(file);
  const checked = await waitFor("restore", ({ state }) => state.kind !== "checking" && state);
  assert.equal(checked.kind, "checked", JSON.stringify(checked));
  console.log(JSON.stringify(checked));
  const held = `held ${before} MB before, ${heldMegabytes(server)} at the most while it came and was checked`;
  await call("POST", `${path}/confirm`);
  const state = await waitFor("restore", ({ state }) => state.kind !== "restoring" && state);
  assert.equal(state.kind, "restored", JSON.stringify(state));
  console.log(JSON.stringify(state));
  console.log(`${parts} parts; the server ${held}`);
}

async function sendBackup(file: string): Promise<{ parts: number; path: string }> {
  const path = `restore/${createHash("sha256").update(file).digest("hex")}`;
  const copy = await open(file);
  const { size } = await copy.stat();
  const buffer = Buffer.alloc(copyPartBytes);
  let parts = 0;
  for (let from = 0; from < size; parts += 1) {
    const { bytesRead } = await copy.read(buffer, 0, copyPartBytes, from);
    const part = buffer.subarray(0, bytesRead);
    ({ received: from } = await call("PUT", `${path}?from=${from}&size=${size}`, part));
  }
  await copy.close();
  await call("POST", path);
  return { parts, path };
}

function heldMegabytes(pid: string): number {
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1000);
}

async function claim(link: string): Promise<void> {
  await call("POST", "links/claim", { token: link.split("#")[1], deviceName: "Telefon" });
}

async function signIn(keyFile: string): Promise<void> {
  const privateKey = createPrivateKey(readFileSync(keyFile));
  const counter = Math.floor(Date.now() / 1000);
  const phone = createAuthenticator({ origin: site.url, relyingParty: "example.pl", privateKey, counter });
  await call("POST", "sign-in", { credential: phone.get(await call("POST", "sign-in/options", {})) });
}

async function sendPhoto(name: string, bytes: Buffer): Promise<string> {
  const path = `uploads/${createHash("sha256").update(bytes).digest("hex")}`;
  for (let from = 0; ; from += photoPartBytes) {
    const words = new URLSearchParams({ from: String(from), size: String(bytes.length), name });
    const answer = await call("PUT", `${path}?${words}`, bytes.subarray(from, from + photoPartBytes));
    if (answer.kind === "partial") continue;
    assert.equal(answer.kind, "stored", JSON.stringify(answer));
    return answer.file;
  }
}

async function publish(): Promise<void> {
  const { changes } = await call("GET", "publish");
  assert.equal(changes.length, 1, "the one change of the trial");
  await call("POST", "publish", {});
  const state = await waitFor("publish/state", (state) => state.kind === "ended" && state);
  assert.equal(state.end.kind, "published", JSON.stringify(state));
}

// biome-ignore lint/suspicious/noExplicitAny: as below
async function waitFor(path: string, look: (answer: any) => any): Promise<any> {
  for (;;) {
    // A restarting server answers nothing for a moment.
    const answer = await call("GET", path).catch(() => undefined);
    const found = answer && look(answer);
    if (found) return found;
    await setTimeout(200);
  }
}

/** Observes the process that `act` starts, which must have a lower priority than the server. */
async function watch<T>(program: string, act: () => Promise<T>): Promise<T> {
  let isDone = false;
  const acting = act().finally(() => {
    isDone = true;
  });
  let seen: { niceness: number; score: string } | undefined;
  while (!isDone) {
    seen = lookAt(program) ?? seen;
    await setTimeout(20);
  }
  const result = await acting;
  console.log(`${program}: niceness ${seen?.niceness}, score ${seen?.score}`);
  assert.ok(seen && seen.niceness >= 10 && seen.score === "1000", `${program} gives way to the server`);
  return result;
}

function lookAt(program: string): { niceness: number; score: string } | undefined {
  for (const pid of processes((words) =>
    words.some((word) => isInstalled.test(word) && word.endsWith(`/${program}`)),
  )) {
    try {
      const score = readFileSync(`/proc/${pid}/oom_score_adj`, "utf8").trim();
      // A process that has just started has no score yet.
      if (score !== "0") return { niceness: getPriority(Number(pid)), score };
    } catch {
      // It has ended.
    }
  }
  return undefined;
}

/** The matching processes of the machine in whose network namespace this runs. */
function processes(is: (words: string[]) => boolean): string[] {
  const network = readlinkSync("/proc/self/ns/net");
  return readdirSync("/proc").filter((name) => {
    try {
      if (!/^\d+$/.test(name) || readlinkSync(`/proc/${name}/ns/net`) !== network) return false;
      return is(readFileSync(`/proc/${name}/cmdline`, "utf8").split("\0").slice(0, -1));
    } catch {
      return false;
    }
  });
}

/** Calls the panel's API as its own script does. */
// biome-ignore lint/suspicious/noExplicitAny: the responses have the types of the panel's calls, which are not imported here
function call(method: string, path: string, body?: unknown): Promise<any> {
  const isBytes = Buffer.isBuffer(body);
  const headers = {
    Host: site.name,
    Origin: site.url,
    "X-Panel": "1",
    "Idempotency-Key": randomUUID(),
    Cookie: cookie,
    "Content-Type": isBytes ? "application/octet-stream" : "application/json",
  };
  // Where the site is another machine.
  const where = {
    host: process.env.SITE_HOST ?? "127.0.0.1",
    servername: site.name,
    path: `/panel/api/${path}`,
  };
  return new Promise((done, fail) => {
    const sent = request({ ...where, method, headers, rejectUnauthorized: false }, async (answer) => {
      const text = Buffer.concat(await answer.toArray()).toString();
      cookie = answer.headers["set-cookie"]?.[0]?.split(";")[0] ?? cookie;
      if (answer.statusCode === 200) done(JSON.parse(text));
      else if (answer.statusCode === 204) done(undefined);
      else fail(new Error(`${method} ${path}: ${answer.statusCode} ${text}`));
    });
    sent.on("error", fail);
    sent.end(body === undefined || isBytes ? body : JSON.stringify(body));
  });
}
