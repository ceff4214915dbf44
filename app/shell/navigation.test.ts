import fc from "fast-check";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { ChunkLoadError, type LoadDocument } from "./load-guard.ts";
import { createLoadingBar } from "./loading-bar.ts";
import { createNavigation, firstVisit } from "./navigation.ts";
import type { LoadedPage } from "./page.ts";
import { createPageErrorStore, StatusError } from "./page-error.ts";

const Page = () => null;
const page = (name: string): LoadedPage => ({ path: `/${name}`, Page, content: name });

/** A tab's history: its entries with their state, and the current position. */
let entries: { url: URL; state: unknown }[];
let at: number;
const entry = () => entries[at] ?? { url: new URL("https://x.example/"), state: null };

beforeEach(() => {
  entries = [{ url: new URL("https://x.example/"), state: null }];
  at = 0;
  vi.stubGlobal("location", {
    get href() {
      return entry().url.href;
    },
  });
  vi.stubGlobal("history", {
    get state() {
      return entry().state;
    },
    pushState(state: unknown, _: string, url: string) {
      entries = [...entries.slice(0, at + 1), { url: new URL(url, entry().url), state }];
      at += 1;
    },
    replaceState(state: unknown, _: string, url: string) {
      entries[at] = { url: new URL(url, entry().url), state };
    },
  });
});

function setUp(load: (path: string) => Promise<LoadedPage> = async (path) => page(path)) {
  const first = firstVisit(page("/"), { pathname: "/" });
  const bar = createLoadingBar();
  const pageError = createPageErrorStore();
  const loading = vi.fn(load);
  const loadDocument = vi.fn<LoadDocument>(() => false);
  const navigation = createNavigation({ load: loading, loadDocument, bar, pageError, first });
  return { ...navigation, bar, pageError, loading, loadDocument };
}

describe("going to an address", () => {
  test("B2.2 the address changes once its page is loaded", async () => {
    const { go, get } = setUp();
    const going = go("/oferta?a=1#cennik", { state: { reference: "7K3M-9QXR" } });
    expect(entry().url.pathname).toBe("/");
    await going;
    expect(entry().url.href).toBe("https://x.example/oferta?a=1#cennik");
    expect(get()).toMatchObject({ pathname: "/oferta", search: "?a=1", hash: "#cennik", by: "link" });
    expect(get()).toMatchObject({
      samePage: false,
      state: { reference: "7K3M-9QXR" },
      page: { content: "/oferta" },
    });
  });

  test("B2.3 within the same page nothing is loaded and the address changes at once", () => {
    const { go, get, loading } = setUp();
    void go("/#cennik");
    expect(entry().url.hash).toBe("#cennik");
    expect(get()).toMatchObject({ hash: "#cennik", samePage: true, page: { content: "/" } });
    expect(loading).not.toHaveBeenCalled();
  });

  test("replacing an address adds no history entry", async () => {
    const { go } = setUp();
    await go("/oferta");
    await go("?zdjecie=a", { replace: true });
    expect(entries.map(({ url }) => url.href)).toEqual([
      "https://x.example/",
      "https://x.example/oferta?zdjecie=a",
    ]);
  });

  test("B6.4 a page that cannot be loaded shows its error until the next visit", async () => {
    const { go, get, pageError } = setUp(async (path) => {
      if (path === "/nie") throw new StatusError(404, "This page could not be found");
      return page(path);
    });
    await go("/nie");
    expect(entry().url.pathname).toBe("/nie");
    expect(get().page).toBeNull();
    expect(pageError.get()).toMatchObject({ statusCode: 404, message: "This page could not be found" });
    await go("/oferta");
    expect(pageError.get()).toBeNull();
  });

  test("B6.4 a page that failed to load is requested again", async () => {
    const { go, get, loading } = setUp();
    loading.mockRejectedValueOnce(new Error("Failed to fetch"));
    await go("/oferta");
    await go("/oferta");
    expect(get().page).toEqual(page("/oferta"));
  });
});

test("B2.2 moving through the history shows the entry's page with the entry's state", async () => {
  const { go, onPopState, get } = setUp();
  await go("/dziekujemy", { state: { reference: "7K3M-9QXR" } });
  await go("/oferta");
  at -= 1;
  await onPopState();
  expect(get()).toMatchObject({ pathname: "/dziekujemy", by: "history", state: { reference: "7K3M-9QXR" } });
});

describe("B6.6 a page whose chunk cannot be loaded", () => {
  const missing = () => Promise.reject(new ChunkLoadError("oferta"));

  test("B6.6 is loaded as a document, with its query and hash", async () => {
    const { go, get, loadDocument, pageError } = setUp(missing);
    loadDocument.mockReturnValue(true);
    await go("/oferta?a=1#dieta");
    expect(loadDocument).toHaveBeenCalledExactlyOnceWith(
      new URL("https://x.example/oferta?a=1#dieta"),
      "push",
    );
    expect(get().pathname).toBe("/");
    expect(entries).toHaveLength(1);
    expect(pageError.get()).toBeNull();
  });

  test("B6.6 leaves no bar on the page that the back button shows as it was left", async () => {
    const { go, loadDocument, bar } = setUp(missing);
    loadDocument.mockReturnValue(true);
    const end = vi.fn();
    vi.spyOn(bar, "start").mockReturnValue({ progress() {}, end });
    await go("/oferta");
    expect(end).toHaveBeenCalledExactlyOnceWith("done");
  });

  test("B10.5 a thank-you page that is loaded as a document still knows the reference", async () => {
    const { go, loadDocument } = setUp(missing);
    await go("/dziekujemy", { state: { reference: "7K3M-9QXR" } });
    expect(loadDocument).toHaveBeenCalledExactlyOnceWith(
      new URL("https://x.example/dziekujemy?ref=7K3M-9QXR"),
      "push",
    );
  });

  test("B6.6 keeps the history entry that the browser has moved to", async () => {
    const { onPopState, loadDocument } = setUp(missing);
    loadDocument.mockReturnValue(true);
    history.pushState(null, "", "/oferta#dieta");
    await onPopState();
    expect(loadDocument).toHaveBeenCalledExactlyOnceWith(new URL("https://x.example/oferta#dieta"), "none");
    expect(entries).toHaveLength(2);
  });

  test("B6.6 is an error if a reload has just failed, and other errors never reload", async () => {
    const { go, pageError, loading, loadDocument } = setUp(missing);
    await go("/oferta");
    expect(pageError.get()).toMatchObject({ statusCode: 500, message: "Loading chunk oferta failed" });
    loading.mockRejectedValueOnce(new StatusError(503, "Przerwa"));
    await go("/galeria");
    expect(pageError.get()).toMatchObject({ statusCode: 503 });
    expect(loadDocument).toHaveBeenCalledTimes(1);
  });

  test("B6.6 does not reload when a newer navigation has started", async () => {
    const { go, get, loadDocument } = setUp((path) =>
      path === "/oferta" ? missing() : Promise.resolve(page(path)),
    );
    await Promise.all([go("/oferta"), go("/galeria")]);
    expect(loadDocument).not.toHaveBeenCalled();
    expect(get().pathname).toBe("/galeria");
  });
});

test("B6.3 a new query of the same page is validated, and a hash on the current page loads nothing", async () => {
  const { go, loading } = setUp();
  await go("/?ref=a");
  expect(loading).toHaveBeenCalledExactlyOnceWith("/", "?ref=a");
  await go("/?ref=a#b");
  expect(loading).toHaveBeenCalledTimes(1);
});

test("B4.1 in whatever order pages load or fail, the last navigation wins and the bar ends", async () => {
  const wish = fc.record({
    path: fc.constantFrom("/", "/a", "/b", "/c"),
    fails: fc.boolean(),
    settlesOneFirst: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(wish, { minLength: 1, maxLength: 7 }),
      fc.scheduler(),
      async (wishes, scheduler) => {
        let fails = false;
        const { go, get, bar, pageError } = setUp((path) => {
          const outcome = fails ? Promise.reject(new Error(path)) : Promise.resolve(page(path));
          outcome.catch(() => {});
          return scheduler.schedule(outcome, path);
        });
        const end = vi.fn();
        const start = vi.spyOn(bar, "start").mockImplementation(() => ({ progress() {}, end }));
        const going: Promise<void>[] = [];
        for (const { path, settlesOneFirst, ...next } of wishes) {
          if (settlesOneFirst && scheduler.count() > 0) await scheduler.waitOne();
          ({ fails } = next);
          going.push(go(path));
        }
        await scheduler.waitIdle();
        await Promise.all(going);

        const { pathname, page: shown } = get();
        const last = wishes.at(-1);
        expect(pathname).toBe(last?.path);
        expect(entry().url.pathname).toBe(pathname);
        expect(shown === null).toBe(pageError.get() !== null);
        if (shown) expect(shown.content).toBe(pathname);
        else expect(last?.fails).toBe(true);
        expect(end).toHaveBeenCalledTimes(start.mock.calls.length);
      },
    ),
  );
});
