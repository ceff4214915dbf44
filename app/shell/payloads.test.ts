import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createPayloadLoader, loadManifest } from "./payloads.ts";

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

describe("B1.6 payloads of the static manifest", () => {
  test("B1.6 are fetched from the address that the manifest names", async () => {
    fetchFake.mockReturnValueOnce(answer({ heading: "Oferta" }));
    const load = createPayloadLoader(manifest);
    expect(await load("/oferta", "oferta")).toEqual({ heading: "Oferta" });
    expect(fetchFake).toHaveBeenCalledExactlyOnceWith("/payload/oferta-1a2b3c.json");
  });

  test("B1.6 are fetched once, also while the first answer is still on its way", async () => {
    fetchFake.mockReturnValueOnce(answer({}));
    const load = createPayloadLoader(manifest);
    await Promise.all([load("/oferta", "oferta"), load("/oferta", "oferta")]);
    await load("/oferta", "oferta");
    expect(fetchFake).toHaveBeenCalledTimes(1);
  });

  test("B1.6 may be asked for again after a failure", async () => {
    fetchFake
      .mockRejectedValueOnce(new TypeError("Failed to fetch"))
      .mockReturnValueOnce(answer({ ok: true }));
    const load = createPayloadLoader(manifest);
    await expect(load("/oferta", "oferta")).rejects.toThrow("Failed to fetch");
    expect(await load("/oferta", "oferta")).toEqual({ ok: true });
  });
});

test("B6.4 a payload that answers with an error carries that status and names the payload", async () => {
  fetchFake.mockReturnValueOnce(answer({}, 503));
  await expect(createPayloadLoader(manifest)("/oferta", "oferta")).rejects.toMatchObject({
    statusCode: 503,
    message: "Loading chunk oferta.payload failed (503)",
  });
});

test("B6.7 a payload that has not answered after 120 s is the generic load failure", async () => {
  vi.useFakeTimers();
  fetchFake.mockReturnValueOnce(new Promise(() => {}));
  const outcome = createPayloadLoader(manifest)("/oferta", "oferta").catch((failure: unknown) => failure);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(await outcome).toMatchObject({
    statusCode: 500,
    message: "Loading chunk oferta.payload failed (timeout)",
  });
});

test("B6.8 a path without a payload is not pre-rendered", async () => {
  await expect(createPayloadLoader(manifest)("/galeria", "galeria")).rejects.toMatchObject({
    statusCode: 404,
    message: "Route /galeria is not pre-rendered",
  });
  expect(fetchFake).not.toHaveBeenCalled();
});

test("B1.6 the manifest itself comes from the address in the document", async () => {
  fetchFake.mockReturnValueOnce(answer(manifest));
  expect(await loadManifest("/payload/manifest-1a2b3c.json")).toEqual(manifest);
  expect(fetchFake).toHaveBeenCalledExactlyOnceWith("/payload/manifest-1a2b3c.json");
});
