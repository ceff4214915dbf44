import { expect, test } from "vitest";
import { limitRenders, TooManyRenders } from "./render-limit.ts";

/** A renderer whose pages wait until the test ends them. */
function heldRender() {
  const pages: { path: string; finish: () => void; fail: () => void }[] = [];
  const render = limitRenders(
    ({ path }) =>
      new Promise((resolve, reject) => {
        const finish = () => resolve({ status: 200, html: path });
        pages.push({ path, finish, fail: () => reject(new Error("broken")) });
      }),
    { atOnce: 2, maxWaiting: 1 },
  );
  return { render, pages, paths: () => pages.map(({ path }) => path) };
}

test("two pages are rendered at a time, one waits, and more are refused", async () => {
  const { render, pages, paths } = heldRender();
  const [a, b, c] = ["/a", "/b", "/c"].map((path) => render({ path }));
  await expect(render({ path: "/d" })).rejects.toThrow(TooManyRenders);
  expect(paths()).toEqual(["/a", "/b"]);
  pages[1]?.finish();
  expect(await b).toMatchObject({ html: "/b" });
  await expect.poll(paths).toEqual(["/a", "/b", "/c"]);
  for (const page of pages) page.finish();
  expect([await a, await c]).toMatchObject([{ html: "/a" }, { html: "/c" }]);
});

test("a page that fails frees its slot", async () => {
  const { render, pages, paths } = heldRender();
  const [a, b, c] = ["/a", "/b", "/c"].map((path) => render({ path }));
  await expect.poll(paths).toEqual(["/a", "/b"]);
  for (const page of pages.splice(0)) page.fail();
  await expect(a).rejects.toThrow("broken");
  await expect(b).rejects.toThrow("broken");
  await expect.poll(paths).toEqual(["/c"]);
  pages[0]?.finish();
  await c;
  const later = render({ path: "/e" });
  await expect.poll(paths).toEqual(["/c", "/e"]);
  pages[1]?.finish();
  await later;
});
