import { expect, test } from "vitest";
import { limitConcurrency, TooBusy } from "./concurrency-limit.ts";

/** Work that waits until the test ends it. */
function heldWork() {
  const started: { name: string; finish: () => void; fail: () => void }[] = [];
  const limited = limitConcurrency({ atOnce: 2, maxWaiting: 1 });
  const start = (name: string) =>
    limited(
      () =>
        new Promise<string>((resolve, reject) => {
          started.push({ name, finish: () => resolve(name), fail: () => reject(new Error("broken")) });
        }),
    );
  return { start, started, names: () => started.map(({ name }) => name) };
}

test("two are worked on at a time, one waits, and more are refused", async () => {
  const { start, started, names } = heldWork();
  const [a, b, c] = ["a", "b", "c"].map(start);
  await expect(start("d")).rejects.toThrow(TooBusy);
  expect(names()).toEqual(["a", "b"]);
  started[1]?.finish();
  expect(await b).toBe("b");
  await expect.poll(names).toEqual(["a", "b", "c"]);
  for (const work of started) work.finish();
  expect([await a, await c]).toEqual(["a", "c"]);
});

test("work that fails frees its slot", async () => {
  const { start, started, names } = heldWork();
  const [a, b, c] = ["a", "b", "c"].map(start);
  await expect.poll(names).toEqual(["a", "b"]);
  for (const work of started.splice(0)) work.fail();
  await expect(a).rejects.toThrow("broken");
  await expect(b).rejects.toThrow("broken");
  await expect.poll(names).toEqual(["c"]);
  started[0]?.finish();
  await c;
  const later = start("e");
  await expect.poll(names).toEqual(["c", "e"]);
  started[1]?.finish();
  await later;
});
