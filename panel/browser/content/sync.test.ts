import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { formOf } from "../../../content-model/form-of.ts";
import { type Path, parsePath, valueAt } from "../../../content-model/path.ts";
import { applyChanges } from "../../../content-model/writing/apply-changes.ts";
import { createEditor } from "./editing.ts";
import {
  deferInput,
  detailsOf,
  type FileAnswer,
  flushInput,
  reduce,
  type SaveAnswer,
  type SyncEvent,
  type SyncState,
  shownValue,
  unsavedChanges,
} from "./sync.ts";
import type { Save } from "./unsaved.ts";

const name = "site";
const form = formOf(
  z.strictObject({
    a: z.string(),
    b: z.string(),
    items: z.array(z.strictObject({ id: z.string(), price: z.string() }).meta({ itemKey: ["id"] })),
    points: z.array(z.string()),
    part: z.strictObject({ text: z.string() }).optional(),
  }),
);
const start = `a: a0
b: b0
items:
  - id: plan
    price: p0
  - id: dieta
    price: d0
points:
  - raz
  - dwa
part:
  text: c0
`;

/** The server's part: it makes each save once and remembers its answer. */
function createServer() {
  let source = start;
  const received = new Map<string, { sent: string; answer: SaveAnswer }>();
  /** Every text that was ever in the file. */
  const written = new Set<string>();
  const load = (): FileAnswer => ({
    form,
    choices: {},
    photos: [],
    facts: {},
    problems: [],
    unpublished: 0,
    value: parse(source),
  });
  return {
    load,
    written,
    /** As a restart does, a long time, or a new sign-in. */
    forgetSaves: () => received.clear(),
    save({ id, changes }: Save): SaveAnswer {
      const sent = JSON.stringify(changes);
      const known = received.get(id);
      // What was sent once is never sent differently.
      if (known) expect(sent).toBe(known.sent);
      if (known) return known.answer;
      let unmade: SaveAnswer["unmade"] = [];
      for (const [number, { change }] of changes.entries()) {
        const applied = applyChanges(source, [JSON.parse(JSON.stringify(change))]);
        source = applied.source;
        unmade = [...unmade, ...applied.unmade.map((one) => ({ ...one, at: number }))];
        for (const text of texts(parse(source))) written.add(text);
      }
      const answer = { ...load(), unmade };
      received.set(id, { sent, answer });
      return answer;
    },
  };
}

function texts(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(texts) : [];
}

type Server = ReturnType<typeof createServer>;

/** One of the owner's browsers, with the form open. */
function createDevice(server: Server, label: string) {
  let state: SyncState = { unsaved: { saves: [], conflicts: [] }, files: {} };
  let ids = 0;
  const newId = () => `${label}${++ids}`;
  /** Every text that the owner was asked about. */
  const asked = new Set<string>();
  /** Every text that the owner saw and typed over. */
  const typedOver = new Set<unknown>();

  function dispatch(event: SyncEvent): void {
    state = reduce(state, event);
    const { conflicts } = state.unsaved;
    expect(new Set(conflicts.map(({ id }) => id)).size).toBe(conflicts.length);
    for (const { change } of conflicts)
      if ("value" in change) for (const text of texts(change.value)) asked.add(text);
  }

  const editor = createEditor({
    form,
    value: () => shownValue(state, name),
    change: (place, change) => dispatch({ type: "changed", id: newId(), name, placed: { place, change } }),
  });

  const device = {
    dispatch,
    asked,
    typedOver,
    editor,
    state: () => state,
    shown: (place: Path) => valueAt(shownValue(state, name), place),
    /** A new page: only what is stored is left. */
    reload(): void {
      state = { unsaved: JSON.parse(JSON.stringify(state.unsaved)), files: {} };
      dispatch({ type: "loaded", name, answer: server.load() });
    },
    send(fate: Fate = "saved"): void {
      const save = state.unsaved.saves[0] as Save | undefined;
      if (!save) return;
      dispatch({ type: "sending", save });
      const answer = fate === "request lost" ? undefined : server.save(save);
      if (answer && fate === "saved") dispatch({ type: "answered", save, answer, at: 1 });
      else dispatch({ type: "failed", save, trouble: "offline" });
    },
    choose(mine: boolean): void {
      const [conflict] = state.unsaved.conflicts;
      if (!conflict) return;
      const { place, change, found, isGone } = conflict;
      if (mine && !isGone && (change.do === "set" || change.do === "remove"))
        dispatch({
          type: "changed",
          id: newId(),
          name,
          placed: { place, change: { ...change, old: found } },
        });
      dispatch({ type: "decided", conflict });
    },
  };
  device.reload();
  return device;
}

type Device = ReturnType<typeof createDevice>;

const fates = ["saved", "request lost", "answer lost"] as const;
type Fate = (typeof fates)[number];

const action = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant("set" as const), pick: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("add", "remove", "move"), pick: fc.nat(9) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("send" as const), fate: fc.constantFrom(...fates) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("choose" as const), mine: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("reload" as const) }) },
);
type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never;

/** Returns the text that the owner typed. */
function act(device: Device, action: Action, text: string): string | undefined {
  const { editor, shown } = device;
  if (action.do === "send") device.send(action.fate);
  else if (action.do === "choose") device.choose(action.mine);
  else if (action.do === "reload") device.reload();
  else {
    const items = shown(["items"]) as unknown[];
    const item = `items.${action.pick % Math.max(1, items.length)}`;
    if (action.do === "add") {
      editor.add("items", { id: text, price: "" }, action.pick);
      return text;
    }
    if (action.do === "set") {
      const points = (shown(["points"]) as unknown[]).map((_, at) => `points.${at}`);
      const places = ["a", "b", ...points, ...(items.length > 0 ? [`${item}.price`] : [])];
      const place = places[action.pick % places.length] as string;
      const old = shown(parsePath(place));
      device.typedOver.add(old);
      editor.set(place, old, text);
      return text;
    }
    if (items.length > 0 && action.do === "remove") editor.remove(item);
    if (items.length > 0 && action.do === "move") editor.move(item, action.pick % items.length);
  }
  return undefined;
}

/** Everything is sent and decided. */
function settle(devices: readonly Device[]): void {
  for (let round = 0; round < 50; round += 1) {
    for (const device of devices) {
      while (device.state().unsaved.conflicts.length > 0) device.choose(round < 3);
      while (device.state().unsaved.saves.length > 0) device.send();
    }
    if (devices.every((device) => device.state().unsaved.conflicts.length === 0)) return;
  }
  throw new Error("Devices do not come to rest");
}

describe("P4.6 two devices, in any order of changes, losses, choices and reloads", () => {
  test("both end with what the server has, and every text reached it or the owner was asked about it", () => {
    const steps = fc.array(fc.tuple(fc.nat(1), action), { maxLength: 40 });
    fc.assert(
      fc.property(steps, (sequence) => {
        const server = createServer();
        const devices = [createDevice(server, "phone"), createDevice(server, "laptop")] as const;
        const typed = sequence.flatMap(([at, step], number) => {
          const device = devices[at] as Device;
          const text = act(device, step, `t${number}`);
          return text === undefined ? [] : [{ device, text }];
        });
        settle(devices);
        const atServer = server.load().value;
        for (const device of devices) {
          device.reload();
          expect(shownValue(device.state(), name)).toEqual(atServer);
        }
        const lost = typed.filter(
          ({ device, text }) =>
            !(server.written.has(text) || device.asked.has(text) || device.typedOver.has(text)),
        );
        expect(lost.map(({ text }) => text)).toEqual([]);
        const ids = (valueAt(atServer, ["items"]) as { id: string }[]).map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
      }),
      { numRuns: 500 },
    );
  });
});

describe("two devices", () => {
  const open = () => {
    const server = createServer();
    return { server, phone: createDevice(server, "phone"), laptop: createDevice(server, "laptop") };
  };
  const type = (device: Device, place: string, text: string) =>
    device.editor.set(place, device.shown(parsePath(place)), text);

  test("P4.6 of two changes of one place the owner keeps either", () => {
    for (const mine of [true, false]) {
      const { server, phone, laptop } = open();
      type(phone, "a", "z telefonu");
      phone.send();
      type(laptop, "a", "z laptopa");
      laptop.send();
      expect(laptop.state().unsaved).toMatchObject({
        saves: [],
        conflicts: [{ place: "a", found: "z telefonu" }],
      });
      laptop.choose(mine);
      laptop.send();
      expect(laptop.state().unsaved).toEqual({ saves: [], conflicts: [] });
      expect(server.load().value).toMatchObject({ a: mine ? "z laptopa" : "z telefonu" });
    }
  });

  test("P4.6 a text of a list that both rewrote is a conflict at its place; an item or part that was removed has none", () => {
    const { phone, laptop } = open();
    type(phone, "points.1", "z telefonu");
    phone.editor.remove("items.0");
    phone.editor.set("part", { text: "c0" }, undefined);
    settle([phone]);
    type(laptop, "points.1", "z laptopa");
    type(laptop, "items.0.price", "nowa");
    type(laptop, "part.text", "nowy");
    laptop.send();
    expect(laptop.state().unsaved.conflicts).toMatchObject([
      { place: "points.1", found: "z telefonu" },
      { place: "items.0.price", isGone: true },
      { place: "part.text", isGone: true },
    ]);
  });

  test("P4.6 a change stays with its item when another device's move puts a different one in its place", () => {
    const { server, phone, laptop } = open();
    type(phone, "items.0.price", "plan 1");
    laptop.editor.move("items.0", 1);
    laptop.send();
    phone.reload();
    type(phone, "items.0.price", "dieta 1");
    phone.send();
    expect(server.load().value).toMatchObject({
      items: [
        { id: "dieta", price: "dieta 1" },
        { id: "plan", price: "plan 1" },
      ],
    });
  });

  test("P4.6 a text that another device's text has hidden is not replaced by what is typed over that", () => {
    for (const place of ["a", "points.0"]) {
      const { server, phone, laptop } = open();
      type(phone, place, "z telefonu");
      type(laptop, place, "z laptopa");
      laptop.send();
      phone.reload();
      expect(phone.shown(parsePath(place))).toBe("z laptopa");
      type(phone, place, "z laptopa, dłużej");
      phone.send();
      expect(valueAt(server.load().value, parsePath(place))).toBe("z laptopa, dłużej");
      expect(phone.state().unsaved.conflicts).toMatchObject([{ place, change: { value: "z telefonu" } }]);
    }
  });

  test("P4.6 who goes on typing in a field that another device changed decides once, on the last text", () => {
    for (const place of ["a", "points.1"]) {
      const { server, phone, laptop } = open();
      const [first] = [phone.shown(parsePath(place))];
      type(laptop, place, "z laptopa");
      laptop.send();
      type(phone, "b", "inne");
      const texts = [first, "z", "z telefonu", "z telefonu, dłużej"];
      // A focused field goes on from its own text.
      for (const [number, text] of texts.slice(1).entries()) {
        phone.editor.set(place, texts[number], text);
        phone.send();
      }
      expect(phone.state().unsaved.conflicts).toMatchObject([
        { place, change: { value: "z telefonu, dłużej" }, found: "z laptopa" },
      ]);
      phone.choose(true);
      phone.send();
      expect(phone.state().unsaved).toEqual({ saves: [], conflicts: [] });
      expect(valueAt(server.load().value, parsePath(place))).toBe("z telefonu, dłużej");
    }
  });

  test("P4.1 a second answer to one save changes nothing, as when two tabs sent it", () => {
    const { server, phone, laptop } = open();
    type(phone, "a", "z telefonu");
    phone.send();
    type(laptop, "a", "z laptopa");
    const save = laptop.state().unsaved.saves[0] as Save;
    laptop.send();
    const { unsaved } = laptop.state();
    laptop.dispatch({ type: "answered", save, answer: server.save(save), at: 2 });
    expect(laptop.state().unsaved).toEqual(unsaved);
  });
});

describe("one device", () => {
  const open = () => {
    const server = createServer();
    return { server, device: createDevice(server, "phone") };
  };

  test("P4.1 a save that the server refuses for good is the owner's to decide, and the next one goes on", () => {
    const { server, device } = open();
    device.editor.set("a", "a0", "za długie");
    const [save] = device.state().unsaved.saves;
    device.dispatch({ type: "sending", save: save as Save });
    device.editor.set("b", "b0", "dalej");
    device.dispatch({ type: "failed", save: save as Save, trouble: "refused" });
    expect(device.state()).toMatchObject({ unsaved: { conflicts: [{ place: "a", reason: "refused" }] } });
    device.send();
    expect(server.load().value).toMatchObject({ a: "a0", b: "dalej" });
  });

  test("P4.1 keys of one field are one change, and none when it is as before", () => {
    const { device } = open();
    for (const [old, text] of [
      ["a0", "x"],
      ["x", "xy"],
    ])
      device.editor.set("a", old, text);
    const changes = () => (device.state().unsaved.saves[0] as Save).changes.map(({ change }) => change);
    expect(changes()).toEqual([{ do: "set", at: ["a"], old: "a0", value: "xy" }]);
    device.editor.set("a", "xy", "a0");
    expect(changes()).toEqual([]);
  });

  test("P4.1 changes of two files in turn, as by a name that stands in both, are one save of each", () => {
    const { server, device } = open();
    const set = (id: string, name: "site" | "index", old: string, value: string) =>
      device.dispatch({
        type: "changed",
        id,
        name,
        placed: { place: "a", change: { do: "set", at: ["a"], old, value } },
      });
    set("1", "site", "a0", "A");
    set("2", "index", "", "A");
    set("3", "site", "A", "Al");
    set("4", "index", "A", "Al");
    expect(device.state().unsaved.saves).toMatchObject([
      { name: "site", changes: [{ change: { old: "a0", value: "Al" } }] },
      { name: "index", changes: [{ change: { old: "", value: "Al" } }] },
    ]);
    device.send();
    expect(server.load().value).toMatchObject({ a: "Al" });
  });

  test("P4.1 a save has at most 50 changes, which the server accepts", () => {
    const { server, device } = open();
    for (let number = 0; number < 30; number += 1)
      for (const place of ["a", "b"]) device.editor.set(place, device.shown([place]), `${place} ${number}`);
    expect(device.state().unsaved.saves.map((save) => (save as Save).changes.length)).toEqual([50, 10]);
    settle([device]);
    expect(server.load().value).toMatchObject({ a: "a 29", b: "b 29" });
  });

  test("P4.1 T3 an hour of long texts is sent in saves of 20 000 characters; a longer text has its own, however long it is typed", () => {
    const { server, device } = open();
    for (let number = 0; number < 30; number += 1)
      for (const place of ["a", "b"])
        device.editor.set(place, device.shown([place]), `${number} `.padEnd(2000, place));
    const { saves } = device.state().unsaved;
    expect(saves.length).toBeGreaterThan(5);
    for (const save of saves) expect(JSON.stringify((save as Save).changes).length).toBeLessThan(20_000);
    for (let length = 30_000; length < 30_020; length += 1)
      device.editor.set("a", device.shown(["a"]), "x".repeat(length));
    expect(device.state().unsaved.saves).toHaveLength(saves.length + 1);
    settle([device]);
    expect(server.load().value).toMatchObject({ a: "x".repeat(30_019) });
  });

  test("P4.1 a save that arrives again after the server forgot it is made once, and asks nothing", () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 30 }), (sequence) => {
        const { server, device } = open();
        for (const [number, step] of sequence.entries()) {
          if (step.do !== "send") act(device, step, `t${number}`);
          else device.send(step.fate);
          server.forgetSaves();
        }
        const shown = shownValue(device.state(), name);
        while (device.state().unsaved.saves.length > 0) device.send();
        expect(device.state().unsaved.conflicts).toEqual([]);
        expect(server.load().value).toEqual(shown);
      }),
      { numRuns: 500 },
    );
  });

  test("P4.1 C7.2 a name that is typed letter by letter into several places asks nothing when its save arrives again", () => {
    const { server, device } = open();
    for (const text of ["J", "Ja", "Jan"])
      for (const place of ["a", "b", "points.0", "part.text"])
        device.editor.set(place, device.shown(parsePath(place)), text);
    device.send("answer lost");
    server.forgetSaves();
    device.send();
    expect(device.state().unsaved).toEqual({ saves: [], conflicts: [] });
    expect(server.load().value).toMatchObject({ a: "Jan", b: "Jan", part: { text: "Jan" } });
  });

  test("P5.3 the details of a photograph replace earlier ones that were not sent or were refused", () => {
    const { device } = open();
    const photo = "photo:a.jpg";
    const note = (id: string, alt: string) =>
      device.dispatch({
        type: "changed",
        id,
        name: photo,
        placed: {
          place: "",
          change: {
            do: "set",
            at: [],
            value: { alt },
            old: detailsOf(unsavedChanges(device.state(), photo)),
          },
        },
      });
    note("1", "x");
    note("2", "xy");
    const [save] = device.state().unsaved.saves as Save[];
    expect(save?.changes).toMatchObject([{ change: { value: { alt: "xy" } } }]);
    device.dispatch({ type: "sending", save: save as Save });
    note("3", "xyz");
    expect(device.state().unsaved.saves).toHaveLength(2);
    expect(detailsOf(unsavedChanges(device.state(), photo))).toEqual({ alt: "xyz" });
    device.dispatch({ type: "answered", save: save as Save, answer: { unmade: [] }, at: 7 });
    expect(device.state()).toMatchObject({ savedAt: 7, unsaved: { saves: [{ id: "3" }] } });
    // Refused ones are the owner's to correct, until later ones of the same photograph, which hold them, are settled.
    const sent = () => device.state().unsaved.saves[0] as Save;
    device.dispatch({ type: "failed", save: sent(), trouble: "refused" });
    expect(device.state().unsaved.conflicts).toMatchObject([
      { name: photo, change: { value: { alt: "xyz" } } },
    ]);
    note("4", "yz");
    device.dispatch({ type: "failed", save: sent(), trouble: "refused" });
    expect(device.state().unsaved.conflicts).toMatchObject([{ id: "4-0", change: { value: { alt: "yz" } } }]);
    note("5", "z");
    device.dispatch({ type: "answered", save: sent(), answer: { unmade: [] }, at: 8 });
    expect(device.state().unsaved).toEqual({ saves: [], conflicts: [] });
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("input is committed once for each field, after the frame that paints it, or when it is flushed", () => {
  vi.useFakeTimers();
  vi.stubGlobal("requestAnimationFrame", (draw: () => void) => setTimeout(draw, 16));
  const committed: string[] = [];
  const type = (text: string, field = "name") => deferInput(field, () => committed.push(text));
  type("a");
  type("ab");
  expect(committed).toEqual([]);
  vi.runAllTimers();
  expect(committed).toEqual(["ab"]);
  type("abc");
  flushInput();
  expect(committed).toEqual(["ab", "abc"]);
  vi.runAllTimers();
  expect(committed).toEqual(["ab", "abc"]);
  // A browser fills in several fields at once.
  type("ulica", "street");
  type("miasto", "town");
  vi.runAllTimers();
  expect(committed.slice(2)).toEqual(["ulica", "miasto"]);
});
