import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ChunkLoadError, loadJson } from "./load-guard.ts";

const fetchFake = vi.fn<(address: string) => Promise<Response>>();

beforeEach(() => {
  fetchFake.mockReset();
  vi.stubGlobal("fetch", fetchFake);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const manifest = { site: {}, payloads: { "/oferta": "/payload/oferta-1a2b3c.json" } };
const answer = (value: unknown, status = 200) =>
  Promise.resolve(new Response(JSON.stringify(value), { status }));

const address = "/payload/oferta-1a2b3c.json";

test("B1.6 a payload is loaded from its address in the manifest", async () => {
  fetchFake.mockReturnValueOnce(answer({ heading: "Oferta" }));
  expect(await loadJson("oferta.payload", address)).toEqual({ heading: "Oferta" });
  expect(fetchFake).toHaveBeenCalledExactlyOnceWith(address);
});

test.each([404, 410])("B6.6 a payload that is gone (%i) is a chunk load error", async (status) => {
  fetchFake.mockReturnValueOnce(answer({}, status));
  await expect(loadJson("oferta.payload", address)).rejects.toEqual(new ChunkLoadError("oferta.payload"));
});

test("B6.4 an HTTP error of a payload keeps its status and names the payload", async () => {
  fetchFake.mockReturnValueOnce(answer({}, 503));
  await expect(loadJson("oferta.payload", address)).rejects.toMatchObject({
    statusCode: 503,
    message: "Loading chunk oferta.payload failed (503)",
  });
});

test("B6.7 a payload that has not loaded after 120 s is the generic load failure", async () => {
  vi.useFakeTimers();
  fetchFake.mockReturnValueOnce(new Promise(() => {}));
  const outcome = loadJson("oferta.payload", address).catch((failure: unknown) => failure);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(await outcome).toMatchObject({
    statusCode: 500,
    message: "Loading chunk oferta.payload failed (timeout)",
  });
});

test("B1.6 the manifest is loaded from its address in the document", async () => {
  fetchFake.mockReturnValueOnce(answer(manifest));
  expect(await loadJson("manifest", "/payload/manifest-1a2b3c.json")).toEqual(manifest);
  expect(fetchFake).toHaveBeenCalledExactlyOnceWith("/payload/manifest-1a2b3c.json");
});
