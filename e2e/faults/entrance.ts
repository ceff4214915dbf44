import assert from "node:assert/strict";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createAuthenticator } from "../../accounts/testing/authenticator.ts";
import { quantile } from "../../bench/median.ts";
import { freePort } from "../../server/testing/free-port.ts";
import { ask, type Target } from "./ask.ts";
import { createLinkToken, writeHeaders } from "./owner.ts";
import { missingForProxies, programOf, startProxy } from "./proxy-process.ts";
import { readPages } from "./read-pages.ts";
import type { RunOptions } from "./run-options.ts";
import { startSite, withFolder } from "./site.ts";
import { sendStrangers, type Tally } from "./strangers.ts";

const ownersAddress = "127.0.0.9";
const slowestSignInMs = 30_000;
/** Strangers, visitors, proxy and site share this machine; more would measure how they compete for it. */
const callsPerSecond = 250;

/**
 * Strangers from one address and then from 500 send what takes places and time in the panel's entrance. The owner signs in all the
 * while, and visitors read pages.
 */
export async function crowdEntrance(
  example: "nginx.conf" | "Caddyfile" | undefined,
  { short }: RunOptions,
): Promise<string> {
  const missing = example && missingForProxies([programOf(example)]);
  if (missing) return missing;
  const calls = short ? 500 : 10_000;
  return withFolder(async (folder) => {
    const dataDir = join(folder, "data");
    const port = await freePort();
    const siteUrl = example ? `https://localhost:${port}` : "http://localhost";
    const proxies = example ? { TRUSTED_PROXIES: "127.0.0.1, ::1" } : {};
    const site = await startSite({ dataDir, SITE_URL: siteUrl, ...proxies });
    const proxy = example
      ? await startProxy(folder, example, { port, upstreams: [`127.0.0.1:${site.port}`] })
      : undefined;
    const target: Target = proxy ?? site;
    const { baseUrl, ca } = target;
    const signIn = await setUpOwner({ baseUrl, ca }, { dataDir, siteUrl });
    if (!short) await readPages({ baseUrl, ca }, 1_000);
    const quiet = await readPages({ baseUrl, ca }, short ? 1_000 : 15_000);
    const quietSignIns = [await signIn(), await signIn(), await signIn()];

    const told = [];
    for (const addresses of [1, 500]) {
      let isOn = true;
      const signIns: number[] = [];
      const attack = sendStrangers({
        baseUrl,
        ca,
        siteUrl,
        addresses,
        unfinished: 200,
        calls,
        callsPerSecond,
      }).finally(() => {
        isOn = false;
      });
      const reading = readPages({ baseUrl, ca }, (calls / callsPerSecond) * 1_000);
      while (isOn) {
        signIns.push(await signIn());
        // More would count against the owner's own address.
        await sleep(1_000);
      }
      const [tally, pages] = await Promise.all([attack, reading]);
      assertOnlyRefusals(tally);
      const slowest = Math.max(...signIns);
      assert.ok(slowest < slowestSignInMs, `a sign-in took ${slowest} ms`);
      told.push(
        `from ${addresses}: ${signIns.length} sign-ins, the slowest ${slowest.toFixed(0)} ms; page p99 ` +
          `${quantile(pages, 0.99).toFixed(1)} ms; ${JSON.stringify(tally)}`,
      );
    }
    await proxy?.stop();
    assert.equal(await site.stop(), 0);
    return `quiet: sign-in ${Math.max(...quietSignIns).toFixed(0)} ms, page p99 ${quantile(quiet, 0.99).toFixed(1)} ms; ${told.join("; ")}`;
  });
}

/** Creates the owner's passkey. Returns a function that signs in with it, as the panel's page does, and returns the milliseconds. */
async function setUpOwner(target: Target, { dataDir, siteUrl }: { dataDir: string; siteUrl: string }) {
  const phone = createAuthenticator({ origin: siteUrl, relyingParty: "localhost" });
  const { host } = new URL(siteUrl);

  /** The queue may be full for a moment: asking again counts as time. No oftener than the owner's own address may. */
  async function askUntilAdmitted(path: string, question: Parameters<typeof ask>[2]) {
    for (let again = 0; ; again += 1) {
      const answer = await ask(target, path, { ...question, from: ownersAddress });
      if (answer.status !== 503 || again === 2) return answer;
      await sleep(600);
    }
  }

  async function post(path: string, body: unknown, cookie = "") {
    const headers = { ...writeHeaders(siteUrl), Host: host, ...(cookie && { Cookie: cookie }) };
    const answer = await askUntilAdmitted(`/panel/api/${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    assert.ok([200, 204].includes(answer.status), `${path} is answered with ${answer.status}`);
    const next = String(answer.headers["set-cookie"] ?? "").replace(/;.*/, "");
    return { json: answer.text && JSON.parse(answer.text), cookie: next || cookie };
  }

  async function get(path: string, cookie = ""): Promise<void> {
    const headers = { Host: host, ...(cookie && { Cookie: cookie }) };
    const { status } = await askUntilAdmitted(path, { headers });
    assert.equal(status, 200, path);
  }

  const token = await createLinkToken(dataDir, siteUrl);
  const { cookie } = await post("links/claim", { token, deviceName: "Telefon" });
  const options = await post("passkeys/options", {}, cookie);
  await post("passkeys", { name: "Telefon", credential: phone.create(options.json) }, cookie);

  return async (): Promise<number> => {
    const startedAt = performance.now();
    await get("/panel/");
    await get("/panel/api/door");
    const asked = await post("sign-in/options", {});
    const signedIn = await post("sign-in", { credential: phone.get(asked.json) });
    await get("/panel/api/me", signedIn.cookie);
    return performance.now() - startedAt;
  };
}

/** A stranger gets an answer, is counted, waits or is cut off, by a proxy too if this slow process asks late; never an error. */
function assertOnlyRefusals(tally: Tally): void {
  const expected = ["200", "429", "503", "broken", "unfinished 408", "unfinished 429", "unfinished broken"];
  for (const outcome of Object.keys(tally)) assert.ok(expected.includes(outcome), JSON.stringify(tally));
}
