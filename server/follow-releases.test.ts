import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { followReleases } from "./follow-releases.ts";
import type { Fetch } from "./http-server.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const business = { name: "", phone: "", email: "", answerTime: "", goals: [] };

const facts = { version: "1", pages: {}, unpublished: [], scriptHashes: [], styleHashes: [], business };

function follow(broken: string[] = []) {
  const logLines: string[] = [];
  const opened: string[] = [];
  let servedDir = "a";
  const site = followReleases({
    findServedDir: () => servedDir,
    findOthers: () => ["b", "c"],
    open(folder) {
      opened.push(folder);
      if (broken.includes(folder)) throw new Error("broken");
      return { fetch: () => new Response(folder), business: { ...business, name: folder }, facts };
    },
    log: pino({}, { write: (line: string) => logLines.push(line) }),
  });
  const shown = async () =>
    (await site.fetch(new Request("http://localhost"), {} as Parameters<Fetch>[1])).text();
  const change = (folder: string) => {
    servedDir = folder;
  };
  return { site, shown, change, opened, logLines };
}

test("a release is served a quarter of a second after its publication, and read once", async () => {
  const { site, shown, change, opened } = follow();
  change("b");
  vi.advanceTimersByTime(249);
  expect(site.business().name).toBe("a");
  expect(await shown()).toBe("a");
  vi.advanceTimersByTime(1);
  expect(await shown()).toBe("b");
  expect(site.business().name).toBe("b");
  vi.advanceTimersByTime(10_000);
  expect(opened).toEqual(["a", "b"]);
});

test("a broken release leaves the previous one in place, is logged once, and the next good one is served", async () => {
  const { shown, change, logLines } = follow(["b"]);
  change("b");
  vi.advanceTimersByTime(1000);
  expect(await shown()).toBe("a");
  expect(logLines).toHaveLength(1);
  change("c");
  vi.advanceTimersByTime(250);
  expect(await shown()).toBe("c");
});

test("the release before a broken one can be made current again", async () => {
  const { shown, change } = follow(["b"]);
  change("b");
  vi.advanceTimersByTime(250);
  change("a");
  vi.advanceTimersByTime(250);
  expect(await shown()).toBe("a");
});

test("a start on a broken release serves the newest readable one, logs an error, and serves the wanted one once it is readable", async () => {
  const broken = ["a", "b"];
  const { shown, logLines } = follow(broken);
  expect(await shown()).toBe("c");
  expect(logLines.join()).toContain("an older one is shown");
  broken.length = 0;
  vi.advanceTimersByTime(250);
  expect(await shown()).toBe("a");
});

test("a start without any readable release fails", () => {
  expect(() => follow(["a", "b", "c"])).toThrow("broken");
});

test("an unreadable release is retried after growing pauses, at least once a minute", async () => {
  const broken = ["b"];
  const { shown, change, opened, logLines } = follow(broken);
  change("b");
  vi.advanceTimersByTime(60_000);
  expect(opened.length).toBeGreaterThan(5);
  expect(opened.length).toBeLessThan(12);
  expect(logLines).toHaveLength(1);
  broken.length = 0;
  vi.advanceTimersByTime(60_000);
  expect(await shown()).toBe("b");
});

test("polling ends with `stop`", async () => {
  const { site, shown, change } = follow();
  site.stop();
  change("b");
  vi.advanceTimersByTime(1000);
  expect(await shown()).toBe("a");
});
