import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { join } from "node:path";
import sharp from "sharp";
import { readSite } from "../../server/build-facts.ts";
import { loadConfig } from "../../server/config.ts";
import { freePort } from "../../server/testing/free-port.ts";
import { ask } from "./ask.ts";
import { until } from "./evidence.ts";
import { createLinkToken, writeHeaders } from "./owner.ts";
import { missingForProxies, programOf, type RunningProxy, startProxy } from "./proxy-process.ts";
import { startSite, withFolder } from "./site.ts";
import { newVisit } from "./visitors.ts";

/** A `deploy/` example for one machine: it adds TLS and passes the site's headers and the visitor's real address through. */
export async function serveBehindProxy(example: "nginx.conf" | "Caddyfile"): Promise<string> {
  const missing = missingForProxies([programOf(example)]);
  if (missing) return missing;
  return withFolder(async (folder) => {
    const port = await freePort();
    const site = await startSite({
      dataDir: join(folder, "data"),
      SITE_URL: `https://localhost:${port}`,
      TRUSTED_PROXIES: "127.0.0.1, ::1",
      ENQUIRY_LIMITS: "on",
    });
    const proxy = await startProxy(folder, example, { port, upstreams: [`127.0.0.1:${site.port}`] });
    const headers = { "Accept-Encoding": "br" };
    const page = await ask(proxy, "/oferta", { headers });
    assert.equal(page.status, 200);
    const own = await fetch(`${site.baseUrl}/oferta`, { headers });
    for (const [name, value] of own.headers) {
      if (!ofTheConnection.has(name)) assert.equal(page.headers[name], value, name);
    }
    assert.match(page.headers["strict-transport-security"] ?? "", /max-age=\d{8}/);
    const plain = await fetch(`${proxy.plainUrl}/oferta?a=b`, { redirect: "manual" });
    assert.ok([301, 308].includes(plain.status));
    assert.equal(plain.headers.get("location"), `${proxy.baseUrl}/oferta?a=b`);
    const session = await assertPanel(proxy, join(folder, "data"));
    const { words, stop } = await listen(proxy, session);
    await until("the panel hears the first word", () => words.length === 1);
    const sentAt = performance.now();
    await assertLimited(proxy);
    await until("the panel hears of enquiries", () => words.length > 1);
    stop();
    const seconds = (((words[1]?.at ?? 0) - sentAt) / 1000).toFixed(1);
    await proxy.stop();
    await site.stop();
    return `TLS, no header lost, the panel's sign-in and uploads, an enquiry told to the panel ${seconds} s after it was sent, and the address that a visitor has, not one he writes`;
  });
}

const ofTheConnection = new Set(["connection", "content-length", "date", "keep-alive", "transfer-encoding"]);

/** The panel comes through whole: its page and policy, an asset, the sign-in with its cookie, and no write from elsewhere. */
async function assertPanel(proxy: RunningProxy, dataDir: string): Promise<{ Cookie: string }> {
  assert.match((await ask(proxy, "/panel/")).text, /npm run panel -- link/);
  const headers = await openPanel(proxy, dataDir);
  assert.equal(JSON.parse((await ask(proxy, "/panel/api/me", { headers })).text).deviceName, "Telefon");
  assert.equal((await ask(proxy, "/panel/api/me")).status, 401);

  const page = await ask(proxy, "/panel/", { headers });
  assert.match(String(page.headers["content-security-policy"]), /require-trusted-types-for 'script'/);
  assert.equal(page.headers["cache-control"], "no-store");
  const script = /src="(\/panel\/assets\/[^"]+\.js)"/.exec(page.text)?.[1] ?? "";
  const asset = await ask(proxy, script);
  assert.equal(asset.status, 200, script);
  assert.match(asset.headers["cache-control"] ?? "", /immutable/);
  await assertUploads(proxy, headers);
  return headers;
}

/** Signs in by a link, as no other site can; returns the session's cookie. */
export async function openPanel(proxy: RunningProxy, dataDir: string): Promise<{ Cookie: string }> {
  const token = await createLinkToken(dataDir, proxy.baseUrl);
  const claim = (origin: string) =>
    ask(proxy, "/panel/api/links/claim", {
      method: "POST",
      headers: writeHeaders(origin),
      body: JSON.stringify({ token, deviceName: "Telefon" }),
    });
  assert.equal((await claim("https://elsewhere.example")).status, 403);
  const claimed = await claim(proxy.baseUrl);
  assert.equal(claimed.status, 204);
  const cookie = String(claimed.headers["set-cookie"]);
  assert.match(cookie, /^__Host-panel=[\w-]{43}; .*HttpOnly; Secure; SameSite=Lax/);
  return { Cookie: cookie.replace(/;.*/, "") };
}

/** Opens the panel's event stream; `words` are the revisions that came through, with their moments (C1.4). A proxy that stops would wait for its end. */
export async function listen({ baseUrl, ca }: RunningProxy, headers: { Cookie: string }) {
  const asked = request(new URL("/panel/api/live", baseUrl), { ca, agent: false, headers }).end();
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  assert.equal(answer.headers["content-type"], "text/event-stream");
  const words: { revision: string; at: number }[] = [];
  answer.on("data", (bytes: Buffer) => {
    for (const [, revision = ""] of bytes.toString().matchAll(/^data: (.*)$/gm))
      words.push({ revision, at: performance.now() });
  });
  answer.on("error", () => {});
  return { words, stop: () => asked.destroy() };
}

/** A photograph and a backup arrive whole, in parts as large as the panel's. */
async function assertUploads(proxy: RunningProxy, session: { Cookie: string }): Promise<void> {
  const put = async (path: string, bytes: Buffer, from: number, partBytes: number, query = "") => {
    const headers = {
      ...writeHeaders(proxy.baseUrl),
      ...session,
      "Content-Type": "application/octet-stream",
    };
    const body = bytes.subarray(from, from + partBytes);
    const where = `/panel/api/${path}?from=${from}&size=${bytes.length}${query}`;
    const answer = await ask(proxy, where, { method: "PUT", headers, body });
    assert.equal(answer.status, 200, `a part of ${body.length} bytes: ${answer.text.slice(0, 100)}`);
    return JSON.parse(answer.text) as { kind?: string; received: number };
  };
  const photo = await sharp({ create: { width: 900, height: 700, channels: 3, background: "#1fb574" } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const hash = createHash("sha256").update(photo).digest("hex");
  let answer: Awaited<ReturnType<typeof put>> = { received: 0 };
  while (answer.kind !== "stored")
    answer = await put(`uploads/${hash}`, photo, answer.received, 256 * 1024, "&name=zielone.png");

  const backup = randomBytes(5 * 1024 * 1024);
  for (let from = 0; from < backup.length; )
    from = (await put(`restore/${hash}`, backup, from, 2 * 1024 * 1024)).received;
}

/** One address may send ten enquiries. Forged address headers must not allow more. */
async function assertLimited(proxy: RunningProxy): Promise<void> {
  const statuses: number[] = [];
  for (let sent = 0; sent < 11; sent += 1) {
    const { body, key } = newVisit();
    const headers = { "Content-Type": "application/json", "X-Forwarded-For": `192.0.2.${sent}` };
    const enquiry = JSON.stringify({ ...body, key, elapsedMs: 20_000 });
    statuses.push((await ask(proxy, "/api/enquiries", { method: "POST", headers, body: enquiry })).status);
  }
  assert.deepEqual(statuses, [...Array(10).fill(201), 429]);
}

/** The `deploy/` example for pages without our server: the same addresses, statuses and headers. */
export async function serveFromStaticHost(): Promise<string> {
  const example = "nginx-static.conf";
  const missing = missingForProxies([programOf(example)]);
  if (missing) return missing;
  return withFolder(async (folder) => {
    const site = await startSite({ dataDir: join(folder, "data") });
    const pages = Object.keys(readSite(loadConfig().siteDir)?.pages ?? {});
    const home = await fetch(site.baseUrl);
    const script = /data-script="([^"]+)/.exec(await home.text())?.[1] ?? "";
    assert.match(script, /^\/assets\//);
    const proxy = await startProxy(folder, example, { port: await freePort() });
    for (const path of [...pages, "/nie-ma", "/assets/nie-ma.js", script, "/sw.js"]) {
      const own = await fetch(site.baseUrl + path, { headers: { Accept: "text/html" } });
      const theirs = await ask(proxy, path);
      assert.equal(theirs.status, own.status, path);
      for (const name of policy)
        assert.equal(theirs.headers[name], home.headers.get(name), `${path} ${name}`);
      const keep = theirs.headers["cache-control"];
      if (own.status === 404) {
        assert.doesNotMatch(keep ?? "", /immutable/, path);
        assert.match(theirs.text, /This page could not be found/, path);
      } else {
        assert.equal(keep, own.headers.get("cache-control"), path);
        const again = await ask(proxy, path, { headers: { "If-None-Match": theirs.headers.etag ?? "" } });
        assert.equal(again.status, 304, path);
      }
    }
    await proxy.stop();
    await site.stop();
    return `${pages.length} pages, the error page, a script and the service worker as from our own server`;
  });
}

const policy = [
  "content-security-policy",
  "cross-origin-opener-policy",
  "cross-origin-embedder-policy",
  "cross-origin-resource-policy",
  "permissions-policy",
  "referrer-policy",
  "x-content-type-options",
];
