import { describe, expect, test, vi } from "vitest";
import { createLoadPage } from "./load-page.ts";
import { routeAt, routes } from "./routes.ts";
import { ChunkLoadError } from "./shell/load-guard.ts";

vi.mock(import("./routes.ts"), { spy: true });

const thanks = routes[5];
const { path } = thanks;

function createSource() {
  return {
    prerendered: new Set<string>(routes.map(({ path }) => path)),
    loadPayload: vi.fn(async (_path: string, _name: string): Promise<unknown> => ({ heading: "Dziękuję" })),
  };
}

test("B1.6 loading a page loads its script and payload", async () => {
  const source = createSource();
  const { Page, content } = await createLoadPage(source)(path);
  expect(Page).toBeTypeOf("function");
  expect(content).toEqual({ heading: "Dziękuję" });
  expect(source.loadPayload).toHaveBeenCalledExactlyOnceWith("/dziekujemy", "dziekujemy");
});

test("B1.6 a loaded page is returned without waiting for a task, and its middleware runs again", async () => {
  const source = createSource();
  const load = createLoadPage(source);
  const page = await load(path);
  const order: string[] = [];
  setImmediate(() => order.push("next task"));
  expect(await load(path)).toBe(page);
  order.push("page");
  expect(order).toEqual(["page"]);
  expect(source.loadPayload).toHaveBeenCalledTimes(1);
  source.prerendered.delete(path);
  await expect(load(path)).rejects.toMatchObject({ statusCode: 404 });
});

describe("B6.9 middleware runs before anything is loaded", () => {
  test.each(["auth", "constructor", "toString"])("B6.9 an unknown name is status 500: %s", async (name) => {
    const source = createSource();
    vi.mocked(routeAt).mockReturnValueOnce({ ...thanks, middleware: ["prerendered", name] });
    await expect(createLoadPage(source)(path)).rejects.toMatchObject({
      statusCode: 500,
      message: `Unknown middleware ${name}`,
    });
    expect(source.loadPayload).not.toHaveBeenCalled();
  });

  test.each([
    [["prerendered", "auth"], 404],
    [["auth", "prerendered"], 500],
  ])(
    "B6.9 %j run in the order of the names, and stop at the first that throws",
    async (middleware, statusCode) => {
      const source = { ...createSource(), prerendered: new Set<string>() };
      vi.mocked(routeAt).mockReturnValueOnce({ ...thanks, middleware });
      await expect(createLoadPage(source)(path)).rejects.toMatchObject({ statusCode });
    },
  );

  test("B6.8 a page that is not in the manifest stops with status 404", async () => {
    const source = { ...createSource(), prerendered: new Set(["/"]) };
    await expect(createLoadPage(source)(path)).rejects.toMatchObject({
      statusCode: 404,
      message: "Route /dziekujemy is not pre-rendered",
    });
    expect(source.loadPayload).not.toHaveBeenCalled();
  });
});

test("B6.4 a payload that fails to load fails the page, and the next request loads it again", async () => {
  const source = createSource();
  source.loadPayload.mockRejectedValueOnce(new Error("Failed to fetch"));
  const load = createLoadPage(source);
  await expect(load(path)).rejects.toThrow("Failed to fetch");
  expect((await load(path)).content).toEqual({ heading: "Dziękuję" });
});

test("B1.6 two requests at once load a page once", async () => {
  const source = createSource();
  const load = createLoadPage(source);
  const [first, second] = await Promise.all([load(path), load(path)]);
  expect(first).toBe(second);
  expect(source.loadPayload).toHaveBeenCalledTimes(1);
});

test("B6.3 a route whose validation fails is not found, even if the page was loaded before", async () => {
  const source = createSource();
  const load = createLoadPage(source);
  await load(path, "?ref=7K3M-9QXR");
  await expect(load(path, "?ref=7K3M")).rejects.toMatchObject({
    statusCode: 404,
    message: "This page could not be found",
  });
});

test("B6.6 a script that cannot be imported is a chunk load error", async () => {
  vi.doMock(import("./pages/dziekujemy.tsx"), () => {
    throw new TypeError("Failed to fetch");
  });
  await expect(createLoadPage(createSource())(path)).rejects.toEqual(new ChunkLoadError("dziekujemy"));
});
