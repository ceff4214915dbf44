// For try.sh, inside the network of a machine that has the package: what the owner's phone does, through Caddy.
//   node packaging/try-panel.ts begin KEY LINK PHOTO...   makes a passkey, kept in the file KEY, sends photographs and publishes
//   node packaging/try-panel.ts return KEY                signs in with that passkey and says what the panel shows
import assert from "node:assert/strict";
import { createHash, createPrivateKey, randomUUID } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { getPriority } from "node:os";
import { basename } from "node:path";
import { setTimeout } from "node:timers/promises";
import { createAuthenticator, newKey } from "../accounts/testing/authenticator.ts";

const site = { name: "www.example.pl", url: "https://www.example.pl" };
const partBytes = 512 * 1024;
const isInstalled = /^\/usr\/lib\/trainer-site\/versions\/.*\/build\/code\//;
const [step, keyFile = "", link = "", ...photos] = process.argv.slice(2);
let cookie = "";

if (step === "begin") await begin();
else await comeBack();

async function begin(): Promise<void> {
  const privateKey = newKey();
  writeFileSync(keyFile, privateKey.export({ type: "pkcs8", format: "pem" }));
  await call("POST", "links/claim", { token: link.split("#")[1], deviceName: "Telefon" });
  const phone = createAuthenticator({ origin: site.url, relyingParty: "example.pl", privateKey });
  const credential = phone.create(await call("POST", "passkeys/options", {}));
  await call("POST", "passkeys", { name: "Telefon", credential });
  for (const photo of photos) {
    const sent = await watch("decode-photo.js", () => sendPhoto(basename(photo), readFileSync(photo)));
    console.log(sent);
  }
  await watch("publish.js", publish);
}

async function comeBack(): Promise<void> {
  const privateKey = createPrivateKey(readFileSync(keyFile));
  const counter = Math.floor(Date.now() / 1000);
  const phone = createAuthenticator({ origin: site.url, relyingParty: "example.pl", privateKey, counter });
  await call("POST", "sign-in", { credential: phone.get(await call("POST", "sign-in/options", {})) });
  const { photos } = await call("GET", "photos");
  for (const { file } of photos) console.log(file);
}

async function sendPhoto(name: string, bytes: Buffer): Promise<string> {
  const path = `uploads/${createHash("sha256").update(bytes).digest("hex")}`;
  for (let from = 0; ; from += partBytes) {
    const words = new URLSearchParams({ from: String(from), size: String(bytes.length), name });
    const answer = await call("PUT", `${path}?${words}`, bytes.subarray(from, from + partBytes));
    if (answer.kind === "partial") continue;
    assert.equal(answer.kind, "stored", JSON.stringify(answer));
    return answer.file;
  }
}

async function publish(): Promise<void> {
  const { changes } = await call("GET", "publish");
  assert.equal(changes.length, 1, "the one change of the trial");
  await call("POST", "publish", {});
  for (;;) {
    const state = await call("GET", "publish/state");
    if (state.kind === "ended") {
      assert.equal(state.end.kind, "published", JSON.stringify(state));
      return;
    }
    await setTimeout(200);
  }
}

/** While something is done, looks for the process that does it: it has to give way to the server. */
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
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
      if (!words.some((word) => isInstalled.test(word) && word.endsWith(`/${program}`))) continue;
      const score = readFileSync(`/proc/${pid}/oom_score_adj`, "utf8").trim();
      // Just begun, it has not been told yet.
      if (score !== "0") return { niceness: getPriority(Number(pid)), score };
    } catch {
      // It has ended.
    }
  }
  return undefined;
}

/** Calls the panel as its own script does. */
// biome-ignore lint/suspicious/noExplicitAny: the answers are those of the panel's calls, whose types are its own
function call(method: string, path: string, body?: unknown): Promise<any> {
  const isBytes = Buffer.isBuffer(body);
  const headers = {
    ...{ Host: site.name, Origin: site.url, "X-Panel": "1", "Idempotency-Key": randomUUID(), Cookie: cookie },
    "Content-Type": isBytes ? "application/octet-stream" : "application/json",
  };
  const where = { host: "127.0.0.1", servername: site.name, path: `/panel/api/${path}` };
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
