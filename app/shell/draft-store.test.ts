import { describe, expect, test, vi } from "vitest";
import { saveDraft } from "./draft-storage.ts";
import { createDraftStore, type DraftStoreDeps } from "./draft-store.ts";
import { RequestError, type ServiceResponse } from "./request-client.ts";
import { createFakeStorage } from "./testing/fake-storage.ts";

const now = 1_700_000_000_000;
const values = { name: "Ola", email: "ola@example.com", message: "Dzień dobry" };
const more = { ...values, message: "Dzień dobry, jeszcze jedno" };
const about = { elapsedMs: 9000, honeypot: { bait: "" } };
const accepted = answer(201, { reference: "AB12-CD34" });

function answer(status: number, body: unknown = {}, headers: Record<string, string> = {}): ServiceResponse {
  return { status, body, header: (name) => headers[name] ?? null };
}

/** A store whose requests are answered by hand. */
function setUp(options: Partial<DraftStoreDeps> = {}) {
  const { storage, kept } = createFakeStorage();
  const calls: {
    body: Record<string, unknown>;
    progress: boolean | undefined;
    answer: PromiseWithResolvers<ServiceResponse>;
  }[] = [];
  const place = { pathname: "/kontakt", online: true };
  const thank = vi.fn();
  let keys = 0;
  const store = createDraftStore({
    storage,
    request(_path, { body, progress } = {}) {
      const pending = Promise.withResolvers<ServiceResponse>();
      calls.push({ body: body as Record<string, unknown>, progress, answer: pending });
      return pending.promise;
    },
    isOnline: () => place.online,
    now: () => now,
    newKey: () => `key-${++keys}`,
    pathname: () => place.pathname,
    thank,
    ...options,
  });
  return { store, calls, place, thank, kept, storage };
}

const phaseKept = (kept: Map<string, string>) =>
  [...kept.values()].map((text) => (JSON.parse(text) as { phase: string }).phase);

describe("B10.4 the draft store", () => {
  test("B10.4 sends what was typed, forgets it once it is confirmed and thanks", async () => {
    const { store, calls, thank, kept } = setUp();
    store.open({});
    store.type(values);
    const sent = store.send(about);
    expect(store.get().phase).toBe("sending");
    expect(phaseKept(kept)).toEqual(["sending"]);
    expect(calls[0]).toMatchObject({
      body: { ...values, key: "key-2", bait: "", elapsedMs: 9000 },
      progress: true,
    });
    calls[0]?.answer.resolve(accepted);
    await sent;
    expect(thank).toHaveBeenCalledExactlyOnceWith("AB12-CD34");
    expect(store.get().values).toEqual({});
    expect(kept.size).toBe(0);
  });

  test("B10.4 sends a text once while it is under way, however often it is asked to", async () => {
    const { store, calls } = setUp();
    store.type(values);
    void store.send(about);
    void store.send(about);
    expect(calls).toHaveLength(1);
  });

  test.each([
    [answer(429, {}, { "Retry-After": "180" }), { kind: "limited", retryAfterSeconds: 180 }],
    [answer(413), { kind: "tooLarge" }],
    [answer(503), { kind: "unavailable" }],
    [answer(200, "<html>"), { kind: "unavailable" }],
    [answer(201, null), { kind: "unavailable" }],
  ])("B10.4 keeps the text and says why it was refused: $status", async (response, failure) => {
    const { store, calls, kept } = setUp();
    store.type(values);
    const sent = store.send(about);
    calls[0]?.answer.resolve(response);
    await sent;
    expect(store.get()).toMatchObject({ values, phase: "failed", failure });
    expect(phaseKept(kept)).toEqual(["failed"]);
  });

  test("B10.4 shows the service's own errors", async () => {
    const { store, calls } = setUp();
    store.type(values);
    const sent = store.send(about);
    calls[0]?.answer.resolve(answer(422, { errors: { phone: ["Wpisz numer"] } }));
    await sent;
    expect(store.get()).toMatchObject({ phase: "failed", errors: { phone: ["Wpisz numer"] } });
    expect(store.get().failure).toBeUndefined();
  });

  test("B10.4 offline nothing is sent until it is tried again, and then without a time", async () => {
    const { store, calls, place, thank } = setUp();
    store.type(values);
    place.online = false;
    await store.send(about);
    expect(calls).toEqual([]);
    expect(store.get().phase).toBe("waiting");
    const first = store.retry();
    expect(calls[0]?.progress).toBe(false);
    calls[0]?.answer.reject(new RequestError("offline"));
    await first;
    expect(store.get().phase).toBe("waiting");
    place.online = true;
    const second = store.retry();
    expect(calls[1]?.body).toEqual({ ...values, key: calls[0]?.body.key });
    calls[1]?.answer.resolve(accepted);
    await second;
    expect(thank).toHaveBeenCalledOnce();
  });

  test("B10.4 only what waits is tried again", async () => {
    const { store, calls } = setUp();
    await store.retry();
    store.type(values);
    await store.retry();
    expect(calls).toEqual([]);
  });

  test("B10.4 a visitor who does not want to wait sends without a time, and it waits again without an answer", async () => {
    const { store, calls, place } = setUp();
    store.type(values);
    place.online = false;
    await store.send(about);
    place.online = true;
    const sent = store.send(about);
    expect(calls[0]?.body).toEqual({ ...values, bait: "", key: "key-1" });
    calls[0]?.answer.reject(new RequestError("timeout"));
    await sent;
    expect(store.get().phase).toBe("waiting");
  });

  test("B10.4 a text that the form was opened with is sent without a time", async () => {
    const { store, calls } = setUp();
    store.type(values);
    store.open(values);
    store.type(more);
    void store.send(about);
    expect(calls[0]?.body).not.toHaveProperty("elapsedMs");
  });

  test("B10.4 an error in our own code is not taken for a missing connection", async () => {
    const { store, calls } = setUp();
    store.type(values);
    const sent = store.send(about);
    calls[0]?.answer.reject(new TypeError("ours"));
    await expect(sent).rejects.toThrow("ours");
  });
});

describe("B10.4 typing on and leaving during a send", () => {
  test("B10.4 the newer text stays, is kept, and is told apart from the one that arrived", async () => {
    const { store, calls, thank, kept } = setUp();
    store.type(values);
    const sent = store.send(about);
    store.type(more);
    calls[0]?.answer.resolve(accepted);
    await sent;
    expect(thank).not.toHaveBeenCalled();
    expect(store.get()).toMatchObject({
      values: more,
      phase: "typing",
      arrived: { reference: "AB12-CD34", pathname: "/kontakt" },
    });
    expect([...kept.values()][0]).toContain(more.message);
    void store.send(about);
    expect(calls[1]?.body.key).not.toBe(calls[0]?.body.key);
  });

  test("B10.4 on another page a confirmation is told there", async () => {
    const { store, calls, place, thank } = setUp();
    store.type(values);
    const sent = store.send(about);
    place.pathname = "/oferta";
    calls[0]?.answer.resolve(accepted);
    await sent;
    expect(thank).not.toHaveBeenCalled();
    expect(store.get().arrived).toEqual({ reference: "AB12-CD34", pathname: "/oferta" });
  });

  test("B10.4 a send that is cleared away and arrives all the same is thanked for", async () => {
    const { store, calls, thank } = setUp();
    store.type(values);
    const sent = store.send(about);
    store.clear();
    calls[0]?.answer.resolve(accepted);
    await sent;
    expect(thank).toHaveBeenCalledOnce();
  });
});

describe("B10.4 a new document", () => {
  const start = (phase: "typing" | "sending" | "waiting" | "failed", at = now) => {
    const { storage, kept } = createFakeStorage();
    saveDraft(storage, { values, key: "kept-key", phase }, at);
    return { ...setUp({ storage }), kept };
  };

  test.each([
    ["typing", "typing"],
    ["waiting", "waiting"],
    ["failed", "failed"],
    ["sending", "waiting"],
  ] as const)("B10.4 a draft that was %s is %s", (before, phase) => {
    expect(start(before).store.get()).toMatchObject({ values, key: "kept-key", phase });
  });

  test("B10.4 shows at first what the document shows", () => {
    expect(start("waiting").store.first.values).toEqual({});
  });

  test("B10.4 an unchanged draft keeps its key, so that it is the same enquiry, and says no time", () => {
    const { store, calls } = start("failed");
    store.open({ name: "", message: "" });
    store.type(values);
    void store.send(about);
    expect(calls[0]?.body).toEqual({ ...values, bait: "", key: "kept-key" });
  });

  test("B10.4 a draft older than a week is gone", () => {
    const { store, kept } = start("waiting", now - 604_800_000);
    expect(store.get().values).toEqual({});
    expect(kept.size).toBe(0);
  });

  test("B10.4 the form that the server sent back goes before what was kept", () => {
    const { storage } = createFakeStorage();
    saveDraft(storage, { values: more, key: "kept-key", phase: "waiting" }, now);
    const sentBack = { values, errors: { phone: ["Podaj numer"] }, notice: "Nie teraz." };
    const { store } = setUp({ storage, sentBack });
    expect(store.first).toMatchObject({
      values,
      phase: "failed",
      failure: { kind: "told", words: "Nie teraz." },
    });
    expect(store.get()).toBe(store.first);
    expect(store.get().resumed).toBe(true);
  });
});

describe("B10.4 two tabs", () => {
  /** What the browser tells the other tabs, as it is when they hear of it. */
  function twoTabs() {
    const { storage, kept } = createFakeStorage();
    const one = setUp({ storage });
    const two = setUp({ storage, newKey: () => `two-${Math.random()}` });
    const tell = (to: typeof two, change: () => void) => {
      const [before = null] = kept.values();
      change();
      to.store.follow(before);
    };
    return { one, two, kept, tell };
  }

  test("B10.4 a tab without a text, or with the same one, follows the other", () => {
    const { one, two, tell } = twoTabs();
    tell(two, () => one.store.type(values));
    expect(two.store.get()).toMatchObject({ values, key: one.store.get().key, resumed: true });
    tell(one, () => two.store.type(more));
    expect(one.store.get()).toMatchObject({ values: more, key: two.store.get().key });
    tell(two, () => one.store.clear());
    expect(two.store.get().values).toEqual({});
  });

  test("B10.4 a tab with another text keeps it, also when the other's was sent", async () => {
    const { one, two, kept, tell } = twoTabs();
    tell(two, () => one.store.type(values));
    two.store.type(more);
    const sent = one.store.send(about);
    one.calls[0]?.answer.resolve(accepted);
    const [before = null] = kept.values();
    await sent;
    two.store.follow(before);
    expect(two.store.get().values).toEqual(more);
    expect([...kept.values()][0]).toContain(more.message);
  });

  test("B10.4 a tab that is sending settles that, whatever the other does", async () => {
    const { one, two, kept, tell } = twoTabs();
    tell(two, () => one.store.type(values));
    const sent = one.store.send(about);
    tell(one, () => two.store.type(more));
    expect(one.store.get()).toMatchObject({ values, phase: "sending" });
    one.calls[0]?.answer.resolve(accepted);
    await sent;
    expect(one.thank).toHaveBeenCalledOnce();
    expect([...kept.values()][0]).toContain(more.message);
  });

  test("B10.4 the same text sent from both has one key", () => {
    const { one, two, tell } = twoTabs();
    tell(two, () => one.store.type(values));
    void one.store.send(about);
    void two.store.send(about);
    expect(two.calls[0]?.body.key).toBe(one.calls[0]?.body.key);
  });
});
