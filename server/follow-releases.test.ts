import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { followReleases } from "./follow-releases.ts";
import type { Fetch } from "./http-server.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const business = { name: "", phone: "", email: "", answerTime: "", goals: [] };

function follow(broken: readonly string[] = []) {
  const logLines: string[] = [];
  const opened: string[] = [];
  let servedDir = "a";
  const site = followReleases({
    findServedDir: () => servedDir,
    open(folder) {
      opened.push(folder);
      if (broken.includes(folder)) throw new Error("broken");
      return { fetch: () => new Response(folder), business: { ...business, name: folder } };
    },
    pollMs: 250,
    log: pino({}, { write: (line: string) => logLines.push(line) }),
  });
  const shown = async () =>
    (await site.fetch(new Request("http://localhost"), {} as Parameters<Fetch>[1])).text();
  const change = (folder: string) => {
    servedDir = folder;
  };
  return { site, shown, change, opened, logLines };
}

test("a release is answered from a quarter of a second after it was published, and read once", async () => {
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

test("a broken release leaves the one before it in place, is said once, and the next one is shown again", async () => {
  const { shown, change, logLines } = follow(["b"]);
  change("b");
  vi.advanceTimersByTime(1000);
  expect(await shown()).toBe("a");
  expect(logLines).toHaveLength(1);
  change("c");
  vi.advanceTimersByTime(250);
  expect(await shown()).toBe("c");
});

test("going back to the release before a broken one serves it", async () => {
  const { shown, change } = follow(["b"]);
  change("b");
  vi.advanceTimersByTime(250);
  change("a");
  vi.advanceTimersByTime(250);
  expect(await shown()).toBe("a");
});

test("a start on a broken release fails", () => {
  expect(() => follow(["a"])).toThrow("broken");
});

test("nothing is looked at after the end", async () => {
  const { site, shown, change } = follow();
  site.stop();
  change("b");
  vi.advanceTimersByTime(1000);
  expect(await shown()).toBe("a");
});
