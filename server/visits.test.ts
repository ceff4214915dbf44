import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Visit } from "../enquiries/visits.server.ts";
import type { HttpEnv } from "./http-env.ts";
import { ask } from "./testing/http-client.ts";
import { serveFixture } from "./testing/site-fixture.ts";
import { createVisitCounter, isEntry, sourceOf } from "./visits.ts";

const chrome =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const navigation = {
  "user-agent": chrome,
  "sec-fetch-mode": "navigate",
  "sec-fetch-dest": "document",
  "sec-fetch-site": "none",
};
const asset = "/assets/app-1a2b3c.js";

const agents = readFileSync(join(import.meta.dirname, "testing/agents.txt"), "utf8")
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => line.split("\t") as [kind: string, agent: string]);

test("C6.2 of 200 real agents, browsers are counted and programs are not", () => {
  expect(agents).toHaveLength(200);
  const wrong = agents.filter(
    ([kind, agent]) =>
      isEntry({ ...navigation, "user-agent": agent }, "example.com") !== (kind === "browser"),
  );
  expect(wrong).toEqual([]);
});

test.each([
  ["a typed address", {}, true],
  ["a link on another site", { "sec-fetch-site": "cross-site", referer: "https://www.google.com/" }, true],
  ["a link on a site that hides itself", { "sec-fetch-site": "cross-site" }, true],
  ["through the service worker", { "sec-fetch-dest": "empty", "sec-fetch-site": "same-origin" }, true],
  [
    "a link of ours, through the service worker",
    { "sec-fetch-dest": "empty", "sec-fetch-site": "same-origin", referer: "https://example.com/oferta" },
    false,
  ],
  ["a link of ours", { "sec-fetch-site": "same-origin", referer: "https://example.com/oferta" }, false],
  ["our own address as Referer", { "sec-fetch-site": "cross-site", referer: "https://example.com/" }, false],
  ["a reload", { "cache-control": "max-age=0" }, false],
  ["a prefetch", { "sec-purpose": "prefetch" }, false],
  ["a prerendered page", { "sec-purpose": "prefetch;prerender" }, false],
  ["an older prefetch", { purpose: "prefetch" }, false],
  ["a frame", { "sec-fetch-dest": "iframe" }, false],
  ["the worker's installation", { "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" }, false],
  ["an agent without a name", { "user-agent": "" }, false],
])("C6.2 %s: whether it is an entry", (_what, headers, counts) => {
  expect(isEntry({ ...navigation, ...headers }, "example.com")).toBe(counts);
});

test.each([
  ["https://www.google.pl/", "", "Google"],
  ["https://www.google.co.uk/search", "", "Google"],
  ["android-app://com.google.android.googlequicksearchbox/", "", "Google"],
  ["https://l.facebook.com/l.php", "", "Facebook"],
  ["https://notfacebook.com/", "", "inne"],
  ["https://google.example.com/", "", "inne"],
  ["https://t.co/abc", "", "X"],
  ["https://forum.example/ania-kowalska", "", "inne"],
  [undefined, "", "inne"],
  ["not an address", "", "inne"],
  ["https://www.google.pl/", "?z=Ulotka", "z:ulotka"],
  ["https://www.google.pl/", "?z=ania@poczta.example", "Google"],
  [undefined, "?z=wymyslone", "inne"],
  [undefined, "?z=&z=ulotka", "inne"],
])("C6.1 a visit from %s with the query '%s' comes from %s", (referer, search, source) => {
  expect(sourceOf(referer, search, ["ulotka", "wizytowka"])).toBe(source);
});

async function site(options: Parameters<typeof serveFixture>[0] = {}) {
  const visits: Visit[] = [];
  const fixture = await serveFixture({ ...options, countVisit: (visit) => visits.push(visit) });
  return {
    ...fixture,
    visits,
    enter: (path: string, headers: object = {}) =>
      ask(fixture.port, path, { headers: { ...navigation, ...headers } }),
  };
}

test("C6.2 an entry counts once its files are asked for, or when the browser only asks whether the page is the same", async () => {
  const { port, enter, visits } = await site();
  const { headers } = await enter("/oferta");
  expect(visits).toEqual([]);
  await ask(port, asset);
  await ask(port, asset);
  expect(visits).toEqual([{ page: "/oferta", source: "inne" }]);
  expect((await enter("/oferta", { "if-none-match": headers.etag })).status).toBe(304);
  expect(visits).toHaveLength(2);
});

test("C6.2 curl, HEAD, an error page, and files that another address asks for count nothing", async () => {
  const { port, enter, visits } = await site({ config: { trustedProxies: ["127.0.0.1"] } });
  await ask(port, "/");
  await ask(port, "/", { method: "HEAD", headers: navigation });
  await enter("/nie-ma");
  await enter("/galeria");
  await ask(port, asset);
  await enter("/", { "x-forwarded-for": "192.0.2.1" });
  await ask(port, asset, { headers: { "x-forwarded-for": "192.0.2.2" } });
  await ask(port, "/api/slots", { headers: { "x-forwarded-for": "192.0.2.1" } });
  expect(visits).toEqual([]);
  await ask(port, asset, { headers: { "x-forwarded-for": "192.0.2.1" } });
  expect(visits).toHaveLength(1);
});

test("C6.1 an owner's tag is a source, an invented one is neither stored nor logged; both get the page", async () => {
  const { port, enter, visits, logLines } = await site();
  for (const tag of ["ulotka", "tajne-slowo"]) {
    expect((await enter(`/?z=${tag}`)).status).toBe(200);
    await ask(port, asset);
  }
  expect(visits.map(({ source }) => source)).toEqual(["z:ulotka", "inne"]);
  expect(logLines.join("")).not.toMatch(/tajne-slowo|Chrome|127\.0\.0\.1/);
});

test("C6.2 an entry that nothing confirms is forgotten after a minute, and a flood of them takes little memory", () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const countVisit = vi.fn();
  const see = createVisitCounter({
    siteUrl: "https://example.com",
    visitTags: () => [],
    countVisit,
    clientAddress: ({ headers }) => String(headers.from),
    isPage: (path) => path === "/",
    isPart: (path) => path === asset,
  });
  const get = (path: string, number: number) => {
    const incoming = { method: "GET", headers: { ...navigation, from: String(number) } };
    see({ incoming, path, search: "" } as unknown as HttpEnv["Bindings"], 200);
  };
  get("/", 1);
  vi.advanceTimersByTime(60_000);
  get(asset, 1);
  expect(countVisit).not.toHaveBeenCalled();
  for (let number = 0; number <= 1000; number += 1) get("/", number);
  get(asset, 0);
  expect(countVisit).not.toHaveBeenCalled();
  get(asset, 1000);
  expect(countVisit).toHaveBeenCalledOnce();
});
