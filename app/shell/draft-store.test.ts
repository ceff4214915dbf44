import { describe, expect, test, vi } from "vitest";
import { refusalNotice } from "../../enquiries/notices.ts";
import { createDraftStore, type DraftStoreDeps, saveDraft } from "./draft-store.ts";
import { emptyDraft } from "./enquiry-draft.ts";
import { RequestError, type ServiceResponse } from "./request-client.ts";
import { createFakeStorage } from "./testing/fake-storage.ts";

const now = 1_700_000_000_000;
const values = { name: "Ola", email: "ola@example.com", message: "Dzień dobry" };
const more = { ...values, message: "Dzień dobry, jeszcze jedno" };
const about = { elapsedMs: 9000, honeypot: { bait: "" } };
const contact = { phone: "600 100 200", email: "ja@example.com" };
const accepted = answer(201, { reference: "AB12-CD34" });

function answer(status: number, body: unknown = {}, headers: Record<string, string> = {}): ServiceResponse {
  return { status, body, header: (name) => headers[name] ?? null };
}

/** A store whose requests are answered by the test. */
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
    contact,
    thank,
    onTaken: () => {},
    ...options,
  });
  return { store, calls, place, thank, kept, storage };
}

const phaseKept = (kept: Map<string, string>) =>
  [...kept.values()].map((text) => (JSON.parse(text) as { phase: string }).phase);

describe("B10.4 the draft store", () => {
  test("B10.4 sends the text, removes it once confirmed and shows the thank-you page", async () => {
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
    expect(thank).toHaveBeenCalledExactlyOnceWith("AB12-CD34", undefined);
    expect(store.get().values).toEqual({});
    expect(kept.size).toBe(0);
    expect(store.get().arrived, "should the page of thanks not load").toEqual({
      reference: "AB12-CD34",
      pathname: "/dziekujemy",
    });
  });

  test("C3.3 who has left the form is told of the date, which no e-mail may repeat", async () => {
    const { store, calls, place, thank } = setUp();
    store.type(values);
    const sent = store.send(about);
    place.pathname = "/oferta";
    const date = { start: "2026-12-01T17:30", state: "booked", byEmail: false };
    calls[0]?.answer.resolve(answer(201, { reference: "AB12-CD34", date }));
    await sent;
    expect(thank).toHaveBeenCalledExactlyOnceWith("AB12-CD34", date);
  });

  test("C3.3 a newer text does not ask again for the date that the older one has got", async () => {
    const { store, calls } = setUp();
    const slot = "2026-12-01-1730-talk";
    store.type({ ...values, slot });
    const sent = store.send(about);
    store.type({ ...more, slot });
    const date = { start: "2026-12-01T17:30", state: "booked", byEmail: true };
    calls[0]?.answer.resolve(answer(201, { reference: "AB12-CD34", date }));
    await sent;
    expect(store.get()).toMatchObject({ values: { ...more, slot: "" }, arrived: { reference: "AB12-CD34" } });
  });

  test("C3.3 nor does one that waits for a connection, which goes without being sent again", async () => {
    const { store, calls, place } = setUp();
    const slot = "2026-12-01-1730-talk";
    store.type({ ...values, slot });
    const sent = store.send(about);
    store.type({ ...more, slot });
    place.online = false;
    await store.send(about);
    const date = { start: "2026-12-01T17:30", state: "booked", byEmail: true };
    calls[0]?.answer.resolve(answer(201, { reference: "AB12-CD34", date }));
    await sent;
    const arrived = { reference: "AB12-CD34" };
    expect(store.get()).toMatchObject({ values: { ...more, slot: "" }, phase: "waiting", arrived });
    void store.retry();
    expect(calls[1]?.body).toMatchObject({ ...more, slot: "" });
  });

  test("C3.3 a newer text that is on its way, with another date, is not left to be sent again", async () => {
    const { store, calls } = setUp();
    store.type({ ...values, slot: "2026-12-01-1730-talk" });
    const sent = store.send(about);
    store.type({ ...more, slot: "2026-12-02-1730-talk" });
    const sentToo = store.send(about);
    const date = { start: "2026-12-01T17:30", state: "booked", byEmail: true };
    calls[0]?.answer.resolve(answer(201, { reference: "AB12-CD34", date }));
    await sent;
    calls[1]?.answer.resolve(
      answer(201, { reference: "EF56-GH78", date: { ...date, start: "2026-12-02T17:30" } }),
    );
    await sentToo;
    expect(store.get()).toMatchObject({ values: {}, phase: "typing" });
  });

  test("B10.4 sends a text only once while a request is in progress", async () => {
    const { store, calls } = setUp();
    store.type(values);
    void store.send(about);
    void store.send(about);
    expect(calls).toHaveLength(1);
  });

  test.each([
    [answer(429, {}, { "Retry-After": "180" }), refusalNotice(429, contact, 180)],
    [answer(429, {}, { "Retry-After": "Wed, 25 Nov 2026 12:00:00 GMT" }), refusalNotice(429, contact, 60)],
    [answer(413), refusalNotice(413, contact)],
    [answer(409), refusalNotice(409, contact)],
    [answer(503), refusalNotice(503, contact)],
    [answer(200, "<html>"), refusalNotice(503, contact)],
    [answer(201, null), refusalNotice(503, contact)],
  ])("B10.4 keeps the text and says why it was refused: $status", async (response, notice) => {
    const { store, calls, kept } = setUp();
    store.type(values);
    const sent = store.send(about);
    calls[0]?.answer.resolve(response);
    await sent;
    expect(store.get()).toMatchObject({ values, phase: "failed", notice });
    expect(phaseKept(kept)).toEqual(["failed"]);
  });

  test("B10.4 shows the service's own errors", async () => {
    const { store, calls } = setUp();
    store.type(values);
    const sent = store.send(about);
    calls[0]?.answer.resolve(answer(422, { errors: { phone: ["Wpisz numer"] } }));
    await sent;
    expect(store.get()).toMatchObject({ phase: "failed", errors: { phone: ["Wpisz numer"] } });
    expect(store.get().notice).toBeUndefined();
  });

  test("B10.4 a server that does not answer, with a connection, is named as the reason", async () => {
    const { store, calls, storage } = setUp();
    store.type(values);
    const sent = store.send(about);
    calls[0]?.answer.reject(new RequestError("timeout"));
    await sent;
    expect(store.get()).toMatchObject({ values, phase: "failed", notice: refusalNotice(undefined, contact) });
    // It may have arrived, also for the next document. Other words have not.
    expect(setUp({ storage }).store.get()).toMatchObject({ values, phase: "failed", unsure: true });
    store.type(more);
    expect(store.get()).toMatchObject({ phase: "failed", unsure: undefined });
  });

  test.each([
    ["with a connection", { online: true, status: 503 }],
    ["without one", { online: false, status: 503 }],
    ["with too many requests", { online: true, status: 429 }],
  ])(
    "B10.4 what may have arrived is not called unsent when a further try fails, %s",
    async (_how, { online, status }) => {
      const { store, calls, place, storage } = setUp();
      store.type(values);
      const first = store.send(about);
      place.online = online;
      calls[0]?.answer.reject(new RequestError("timeout"));
      await first;
      place.online = true;
      const again = online ? store.send(about) : store.retry();
      expect(store.get()).toMatchObject({ phase: online ? "sending" : "waiting", unsure: true });
      calls[1]?.answer.resolve(answer(status, {}));
      await again;
      expect(store.get()).toMatchObject({
        phase: "failed",
        unsure: true,
        notice: refusalNotice(undefined, contact),
      });
      expect(setUp({ storage }).store.get()).toMatchObject({ phase: "failed", unsure: true });
      // A refusal for its words says that it was not stored.
      const last = store.send(about);
      calls[2]?.answer.resolve(answer(422, {}));
      await last;
      expect(store.get().phase).toBe("failed");
      expect(store.get().unsure).toBeFalsy();
    },
  );

  test("B10.4 what was being sent when the document closed may have arrived", () => {
    const { store, storage } = setUp();
    store.type(values);
    void store.send(about);
    expect(setUp({ storage }).store.get()).toMatchObject({ phase: "waiting", unsure: true });
  });

  test("B10.4 what a retry has sent may have arrived, whether its response is lost or the document closes before it", async () => {
    const { store, calls, place, storage } = setUp();
    store.type(values);
    place.online = false;
    await store.send(about);
    expect(setUp({ storage }).store.get().unsure).toBeUndefined();
    place.online = true;
    const retried = store.retry();
    expect(setUp({ storage }).store.get()).toMatchObject({ phase: "waiting", unsure: true });
    calls[0]?.answer.reject(new RequestError("offline"));
    await retried;
    expect(setUp({ storage }).store.get()).toMatchObject({ phase: "waiting", unsure: true });
  });

  test.each([accepted, undefined])(
    "B10.4 a retry leaves alone the newer text that another tab has stored: %o",
    async (response) => {
      const { store, calls, place, storage } = setUp();
      store.type(values);
      place.online = false;
      await store.send(about);
      saveDraft(storage, { values: more, key: "other-tab", phase: "typing" }, now);
      place.online = true;
      const retried = store.retry();
      if (response) calls[0]?.answer.resolve(response);
      else calls[0]?.answer.reject(new RequestError("offline"));
      await retried;
      expect(setUp({ storage }).store.get()).toMatchObject({ values: more, key: "other-tab" });
    },
  );

  test.each([502, 504])(
    "B10.4 a proxy's %i may hide that it arrived, and ends no waiting",
    async (status) => {
      const { store, calls, place } = setUp();
      store.type(values);
      const sent = store.send(about);
      calls[0]?.answer.resolve(answer(status, {}));
      await sent;
      expect(store.get()).toMatchObject({
        phase: "failed",
        unsure: true,
        notice: refusalNotice(undefined, contact),
      });
      store.type(more);
      place.online = false;
      await store.send(about);
      place.online = true;
      const retried = store.retry();
      calls[1]?.answer.resolve(answer(status, {}));
      await retried;
      expect(store.get()).toMatchObject({ phase: "waiting", unsure: true });
    },
  );

  test("B10.4 offline nothing is sent until the retry, which omits the elapsed time", async () => {
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

  test("B10.4 only a waiting draft is retried", async () => {
    const { store, calls } = setUp();
    await store.retry();
    store.type(values);
    await store.retry();
    expect(calls).toEqual([]);
  });

  test("B10.4 a waiting draft sent by hand omits the elapsed time, and waits again if there is no response", async () => {
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

  test("B10.4 a text restored when the form opened is sent without the elapsed time", async () => {
    const { store, calls } = setUp();
    store.type(values);
    store.open(values);
    store.type(more);
    void store.send(about);
    expect(calls[0]?.body).not.toHaveProperty("elapsedMs");
  });

  test("B10.4 an error in our own code is not mistaken for a lost connection", async () => {
    const { store, calls } = setUp();
    store.type(values);
    const sent = store.send(about);
    calls[0]?.answer.reject(new TypeError("ours"));
    await expect(sent).rejects.toThrow("ours");
  });
});

test("B10.4 clearing removes everything", () => {
  const { store, kept } = setUp({
    sentBack: { values, errors: { phone: ["Podaj numer"] }, notice: "Nie teraz." },
  });
  store.clear();
  expect(store.get()).toEqual(emptyDraft);
  expect(kept.size).toBe(0);
});

describe("B10.4 typing or leaving the page during a send", () => {
  test("B10.4 the newer text stays, is stored, and gets a key of its own", async () => {
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

  test("B10.4 on another page the confirmation is shown there", async () => {
    const { store, calls, place, thank } = setUp();
    store.type(values);
    const sent = store.send(about);
    place.pathname = "/oferta";
    calls[0]?.answer.resolve(accepted);
    await sent;
    expect(thank).not.toHaveBeenCalled();
    expect(store.get().arrived).toEqual({ reference: "AB12-CD34", pathname: "/oferta" });
  });

  test("B10.4 a draft cleared during its send is still confirmed if it arrives", async () => {
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

  test("B10.4 initially shows what the document shows", () => {
    expect(start("waiting").store.first.values).toEqual({});
  });

  test("B10.4 an unchanged draft keeps its key and omits the elapsed time", () => {
    const { store, calls } = start("failed");
    store.open({});
    store.type(values);
    void store.send(about);
    expect(calls[0]?.body).toEqual({ ...values, bait: "", key: "kept-key" });
  });

  test("B10.4 a draft older than a week is dropped", () => {
    const { store, kept } = start("waiting", now - 604_800_000);
    expect(store.get().values).toEqual({});
    expect(kept.size).toBe(0);
  });

  test("B10.4 a form returned by the server takes precedence over the stored draft, and is stored itself", () => {
    const { storage, kept } = createFakeStorage();
    saveDraft(storage, { values: more, key: "kept-key", phase: "waiting" }, now);
    const sentBack = { values, errors: { phone: ["Podaj numer"] }, notice: "Nie teraz." };
    const { store } = setUp({ storage, sentBack });
    expect(store.first).toMatchObject({ ...sentBack, phase: "failed" });
    expect(store.get()).toBe(store.first);
    expect(store.get().resumed).toBe(true);
    expect([...kept.values()].map((text) => JSON.parse(text))).toMatchObject([{ values, phase: "failed" }]);
  });
});

test("B10.4 the same text sent from two tabs has one key, and another text stays stored", async () => {
  const { storage, kept } = createFakeStorage();
  const one = setUp({ storage });
  one.store.type(values);
  const two = setUp({ storage, newKey: () => "two" });
  const sent = one.store.send(about);
  void two.store.send(about);
  expect(two.calls[0]?.body.key).toBe(one.calls[0]?.body.key);
  two.store.type(more);
  one.calls[0]?.answer.resolve(accepted);
  await sent;
  expect([...kept.values()][0]).toContain(more.message);
});
