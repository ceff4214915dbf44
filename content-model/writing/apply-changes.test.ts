import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Lexer, parse } from "yaml";
import { isSame, isTree, type Path, type Tree, valueAt, walkValues } from "../path.ts";
import { applyChanges, formatYaml } from "./apply-changes.ts";
import type { Change } from "./change.ts";

function apply(source: string, ...changes: Change[]): string {
  const applied = applyChanges(source, changes);
  expect(applied.unmade).toEqual([]);
  return applied.source;
}

/** Sets the value at a path, whatever it is now. */
const set = (source: string, at: Path, value: unknown) =>
  apply(source, { do: "set", at, old: valueAt(parse(source), at), value });

const files = ["content", ...readdirSync("examples").map((name) => join("examples", name))].flatMap(
  (folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".yaml"))
      .map((name) => join(folder, name)),
);

describe("setting a value", () => {
  const long = "słowo ".repeat(30).trim();

  it.each<[string, string, Path, unknown, string]>([
    ["a plain text", "a: jeden # uwaga\nb: 2\n", ["a"], "dwa", "a: dwa # uwaga\nb: 2\n"],
    ["a number", "a: 150\n", ["a"], 160, "a: 160\n"],
    ["a switch", "a: true # dziś\n", ["a"], false, "a: false # dziś\n"],
    ["quotation marks stay", 'a: "24" # kg\n', ["a"], "30 „x”", 'a: "30 „x”" # kg\n'],
    ["single ones, too", "a: 'raz'\n", ["a"], "d'Arc", "a: 'd''Arc'\n"],
    ["what YAML would misread", "a: x\n", ["a"], "uwaga: # ważne", 'a: "uwaga: # ważne"\n'],
    ["what looks like a number", "a: x\n", ["a"], "24", 'a: "24"\n'],
    ["what looks like a switch", "a: x\n", ["a"], "true", 'a: "true"\n'],
    ["an empty text", "a: x\n", ["a"], "", 'a: ""\n'],
    ["a leading asterisk", "a: x\n", ["a"], "*ważne", 'a: "*ważne"\n'],
    ["text in brackets", "a: [ x, y ]\n", ["a", 0], "raz, dwa", 'a: [ "raz, dwa", y ]\n'],
    ["a point of a picture", "f: { x: 1, y: 2 } # środek\n", ["f", "x"], 50, "f: { x: 50, y: 2 } # środek\n"],
    ["days", "d: [ Mo, Tu ] # tydzień\n", ["d"], ["Mo", "We", "Th"], "d: [ Mo, We, Th ] # tydzień\n"],
    ["a folded text", "a: >-\n  raz\nb: 1\n", ["a"], "dwa trzy", "a: dwa trzy\nb: 1\n"],
    ["its lines", "a: >-\n  x\nb: 1\n", ["a"], "raz\ndwa", "a: |-\n  raz\n  dwa\nb: 1\n"],
    ["a literal text", "a: |\n  x\n  y\nb: 1\n", ["a"], "raz\n\ndwa\n", "a: |\n  raz\n\n  dwa\nb: 1\n"],
    [
      "a text that has become long, with a space that may not break",
      "a:\n  b: x # uwaga\n",
      ["a", "b"],
      `10\u00a0kg ${long}`,
      `a:\n  b: >- # uwaga\n    10\u00a0kg ${long.slice(0, 18 * 6 - 1)}\n    ${long.slice(18 * 6)}\n`,
    ],
    [
      "a group in place of another",
      "p:\n  amount: 150\n  # za co\n  unit: za plan\nb: 1\n",
      ["p"],
      { unit: "za dzień", onRequest: true },
      "p:\n  # za co\n  unit: za dzień\n  onRequest: true\nb: 1\n",
    ],
    ["a list for nothing", "a:\nb: 1\n", ["a"], ["x"], "a:\n  - x\nb: 1\n"],
    ["a value for a group", "a: # uwaga\n  b: 1\nc: 2\n", ["a"], "x", "a:\n  # uwaga\n  x\nc: 2\n"],
  ])("%s", (_case, source, path, value, expected) => {
    expect(set(source, path, value)).toBe(expected);
    expect(valueAt(parse(expected), path)).toEqual(value);
  });
});

describe("fields", () => {
  it.each<[string, string, Path, unknown, string]>([
    ["a new field", "a: 1\n\n# koniec\n", ["b"], "x", "a: 1\nb: x\n\n# koniec\n"],
    [
      "a new field in a list item",
      "l:\n  - a: 1 # raz\n  - a: 2\n",
      ["l", 0, "b"],
      "x",
      "l:\n  - a: 1 # raz\n    b: x\n  - a: 2\n",
    ],
    ["a new field in braces", "p: { a: 1 }\n", ["p", "b"], "x, y", 'p: { a: 1, b: "x, y" }\n'],
    ["a new field in empty braces", "p: {} # puste\n", ["p", "b"], 1, "p:\n  b: 1\n  # puste\n"],
    [
      "a new field with its missing parent groups",
      "a: 1\n",
      ["p", "m", "file"],
      "x.jpg",
      "a: 1\np:\n  m:\n    file: x.jpg\n",
    ],
    ["a removed field", "a: 1\n# o b\nb: 2 # dwa\nc: 3\n", ["b"], undefined, "a: 1\n# o b\nc: 3\n"],
    ["a removed first field", "# o a\na: 1\n\n# o b\nb: 2\n", ["a"], undefined, "# o a\n\n# o b\nb: 2\n"],
    [
      "a removed first field of an item",
      "l:\n  - a: 1\n    b: 2\n",
      ["l", 0, "a"],
      undefined,
      "l:\n  - b: 2\n",
    ],
    [
      "a removed last field",
      "a: 1\n# o b\nb:\n  - x\n  - y\n\n# koniec\n",
      ["b"],
      undefined,
      "a: 1\n# o b\n\n# koniec\n",
    ],
    [
      "a removed only field",
      "a: 1\np:\n  # o b\n  b: 2\n",
      ["p", "b"],
      undefined,
      "a: 1\np:\n  # o b\n  {}\n",
    ],
    ["a removed field in braces", "p: { a: 1, b: 2, c: 3 }\n", ["p", "b"], undefined, "p: { a: 1, c: 3 }\n"],
  ])("%s", (_case, source, path, value, expected) => {
    expect(set(source, path, value)).toBe(expected);
  });

  it("inserts a new field in schema order", () => {
    const change: Change = { do: "set", at: ["b"], value: 2 };
    const { source } = applyChanges("a: 1\n\n# o d\nd: 4\n", [change], () => ["a", "b", "c", "d"]);
    expect(source).toBe("a: 1\nb: 2\n\n# o d\nd: 4\n");
  });
});

describe("lists", () => {
  const list = "l:\n  # lista\n  - raz # 1\n  # o dwa\n  - dwa\n\n  - trzy\n\n# koniec\nz: 1\n";

  it.each<[string, Change, string]>([
    ["adds at the end", { do: "add", list: ["l"], value: "x" }, list.replace("trzy\n", "trzy\n  - x\n")],
    [
      "adds before an item",
      { do: "add", list: ["l"], before: { is: "raz" }, value: "x" },
      list.replace("  - raz", "  - x\n  - raz"),
    ],
    [
      "removes an item with the comment above it",
      { do: "remove", at: ["l", { is: "dwa" }], old: "dwa" },
      list.replace("  # o dwa\n  - dwa\n", ""),
    ],
    ["removes the last", { do: "remove", at: ["l", 2], old: "trzy" }, list.replace("\n  - trzy\n", "")],
    ["removes the first", { do: "remove", at: ["l", 0], old: "raz" }, list.replace("  - raz # 1\n", "")],
    [
      "moves an item with its comments",
      { do: "move", at: ["l", { is: "dwa" }], before: { is: "raz" } },
      "l:\n  # lista\n  # o dwa\n  - dwa\n  - raz # 1\n\n  - trzy\n\n# koniec\nz: 1\n",
    ],
    [
      "moves to the end",
      { do: "move", at: ["l", 0] },
      "l:\n  # lista\n  # o dwa\n  - dwa\n\n  - trzy\n  - raz # 1\n\n# koniec\nz: 1\n",
    ],
  ])("%s", (_case, change, expected) => {
    expect(apply(list, change)).toBe(expected);
  });

  it.each<[string, string, Change, string]>([
    [
      "the first item",
      "a: 1\nl: [] # pusta\nb: 2\n",
      { do: "add", list: ["l"], value: "x" },
      "a: 1\nl:\n  - x\n  # pusta\nb: 2\n",
    ],
    [
      "a whole entry",
      "l: []\n",
      { do: "add", list: ["l"], value: { q: "Ile?", a: "Tyle." } },
      "l:\n  - q: Ile?\n    a: Tyle.\n",
    ],
    ["a list that was not there", "a: 1\n", { do: "add", list: ["l"], value: "x" }, "a: 1\nl:\n  - x\n"],
    [
      "removes the only item",
      "a: 1\nl: # lista\n  - x\nb: 2\n",
      { do: "remove", at: ["l", 0], old: "x" },
      "a: 1\nl:\n  # lista\n  []\nb: 2\n",
    ],
    [
      "in brackets",
      "l: [ a, b ] # x\n",
      { do: "add", list: ["l"], before: { is: "a" }, value: "c" },
      "l: [ c, a, b ] # x\n",
    ],
    ["out of brackets", "l: [ a, b ]\n", { do: "remove", at: ["l", 0], old: "a" }, "l: [ b ]\n"],
    ["within brackets", "l: [ a, b, c ]\n", { do: "move", at: ["l", 2], before: 0 }, "l: [ c, a, b ]\n"],
  ])("%s", (_case, source, change, expected) => {
    expect(apply(source, change)).toBe(expected);
  });
});

describe("P4.7 the layout", () => {
  it.each<[string, string, string]>([
    ["of Windows", "a: x\r\n# o l\r\nl:\r\n  - >-\r\n    a\r\n    b", "a: y\n# o l\nl:\n  - >-\n    a b\n"],
    ["of another editor", "# o a\na:   'x'\t# uwaga\nl:\n- 1", "# o a\na: 'y' # uwaga\nl:\n  - 1\n"],
    ["of a file without fields", "# tylko komentarz\n", "# tylko komentarz\n\na: y\n"],
    ["of an empty file", "", "a: y\n"],
  ])("%s becomes ours with the first change, and not before", (_case, source, expected) => {
    const old = valueAt(parse(source), ["a"]);
    expect(apply(source, { do: "set", at: ["a"], old, value: old })).toBe(source);
    expect(apply(source, { do: "set", at: ["a"], old, value: "y" })).toBe(expected);
    expect(formatYaml(expected)).toBe(expected);
  });

  it.each(files)("of %s is ours: reading and writing it gives the same bytes", (file) => {
    const source = readFileSync(file, "utf8");
    // If it does not: node tools/format-content.ts
    expect(formatYaml(source)).toBe(source);
  });
});

describe("two devices", () => {
  const source = "s:\n  - id: plan\n    cena: 250\n  - id: dieta\n    cena: 220\n";
  const price = (id: string, old: number, value: number): Change => ({
    do: "set",
    at: ["s", { at: ["id"], is: id }, "cena"],
    old,
    value,
  });

  it("merge changes in different places, even when one of them moved the items", () => {
    const first = apply(
      source,
      { do: "move", at: ["s", { at: ["id"], is: "dieta" }], before: 0 },
      price("plan", 250, 260),
    );
    expect(parse(apply(first, price("dieta", 220, 230)))).toEqual({
      s: [
        { id: "dieta", cena: 230 },
        { id: "plan", cena: 260 },
      ],
    });
  });

  it("get a conflict when both changed the same place, and nothing is written", () => {
    const first = apply(source, price("plan", 250, 260));
    const change = price("plan", 250, 270);
    expect(applyChanges(first, [change])).toEqual({
      source: first,
      unmade: [{ at: 0, reason: "conflict", found: 260 }],
    });
  });

  it("may both make the same change", () => {
    const first = apply(source, price("plan", 250, 260));
    expect(apply(first, price("plan", 250, 260))).toBe(first);
    const gone: Change = {
      do: "remove",
      at: ["s", { at: ["id"], is: "plan" }],
      old: { id: "plan", cena: 250 },
    };
    expect(apply(apply(source, gone), gone)).toBe("s:\n  - id: dieta\n    cena: 220\n");
  });

  it("get a conflict when the item is gone, or changed before its removal", () => {
    expect(applyChanges(source, [price("masaż", 1, 2)]).unmade).toEqual([
      { at: 0, reason: "conflict", found: undefined },
    ]);
    const old = { id: "plan", cena: 1 };
    expect(applyChanges(source, [{ do: "remove", at: ["s", 0], old }]).unmade).toEqual([
      { at: 0, reason: "conflict", found: { id: "plan", cena: 250 } },
    ]);
  });

  it("do not guess between two equal items", () => {
    const change: Change = { do: "move", at: ["l", { is: "a" }] };
    expect(applyChanges("l: [a, a, b]\n", [change]).unmade).toMatchObject([{ reason: "conflict" }]);
  });

  it("append an item when the one it should precede is gone", () => {
    expect(apply("l: [ a ]\n", { do: "add", list: ["l"], before: { is: "z" }, value: "b" })).toBe(
      "l: [ a, b ]\n",
    );
  });
});

it.each<[string, string, Change]>([
  ["an alias", "a: &x 1\nb: *x\n", { do: "set", at: ["a"], old: 1, value: 2 }],
  ["invalid YAML", "a: [1\nb: 2\n", { do: "set", at: ["b"], old: 2, value: 3 }],
  ["a field that is there twice", "a: 1\na: 2\n", { do: "set", at: ["a"], old: 2, value: 3 }],
  ["a field of a list", "a: [ 1 ]\n", { do: "set", at: ["a", "b"], value: 2 }],
  ["a place beyond a list", "a: [ 1 ]\n", { do: "set", at: ["a", 5], value: 2 }],
  ["a list item without a value", "a: [ 1, 2 ]\n", { do: "set", at: ["a", 0], old: 1 }],
])("%s is refused, and the file stays as it is", (_case, source, change) => {
  expect(applyChanges(source, [change])).toEqual({ source, unmade: [{ at: 0, reason: "refused" }] });
});

it.each<[string, unknown]>([
  ["fields", Object.fromEntries(Array.from({ length: 12_000 }, (_, at) => [`f${at}`, 1]))],
  ["entries", Array.from({ length: 12_000 }, () => ({}))],
])("T3 a value of far too many %s is refused at once, and nobody waits for it", (_what, value) => {
  const source = "a: 1\n";
  const changes: Change[] = [{ do: "set", at: ["a"], old: 1, value }];
  expect(applyChanges(source, changes)).toEqual({ source, unmade: [{ at: 0, reason: "refused" }] });
});

it("C5.3 commas in words are no fields, and what has grown too large by hand can still be made smaller", () => {
  const words = "Trenuję od roku, dwa razy w tygodniu, i widzę, że działa. ".repeat(10);
  const opinions = (count: number) => `a:\n${`  - text: ${words}\n    author: Anna\n`.repeat(count)}`;
  const remove: Change = { do: "remove", at: ["a", 0], old: { text: words.trim(), author: "Anna" } };
  const add: Change = { do: "add", list: ["a"], value: { text: words, author: "Ewa" } };
  expect(applyChanges(opinions(200), [add, remove]).unmade).toEqual([]);
  expect(applyChanges(opinions(1500), [add, remove]).unmade).toEqual([{ at: 0, reason: "refused" }]);
});

it("a long text that begins with a space does not keep others from being written", () => {
  const source = `a: " ${"słowo ".repeat(30)}końca"\nb: 1\n`;
  const { source: written, unmade } = applyChanges(source, [{ do: "set", at: ["b"], old: 1, value: 2 }]);
  expect(unmade).toEqual([]);
  expect(written).toContain("b: 2");
});

it("a name that is no field is a place that does not exist", () => {
  const source = "a: 1\n";
  const change: Change = { do: "set", at: ["__proto__", "b"], value: 2 };
  expect(applyChanges(source, [change])).toEqual({ source, unmade: [{ at: 0, reason: "conflict" }] });
  expect(Object.hasOwn(Object.prototype, "b")).toBe(false);
});

it("what can be applied is applied, whatever else was asked for", () => {
  const source = "a: 1\nb: [ 1 ]\n";
  const changes: Change[] = [
    { do: "set", at: ["b", 5], value: 2 },
    { do: "set", at: ["a"], old: 3, value: 4 },
    { do: "set", at: ["a"], old: 1, value: 5 },
  ];
  expect(applyChanges(source, changes)).toEqual({
    source: "a: 5\nb: [ 1 ]\n",
    unmade: [
      { at: 0, reason: "refused" },
      { at: 1, reason: "conflict", found: 1 },
    ],
  });
});

// ---

const awkward = fc.constantFrom(
  ...[
    "nowe słowa",
    "uwaga: dwukropek",
    "# nie komentarz",
    "- myślnik",
    "",
    " spacje ",
    "24",
    "true",
    "null",
    "2026-01-02",
  ],
  ...[
    '"cudzysłów"',
    "it's",
    "*gwiazdka",
    "&i",
    "%x",
    "{a}",
    "[b",
    "raz\ndwa",
    "tab\tw środku",
    "słowo ".repeat(60).trim(),
  ],
  ...[
    "twarda\u00a0spacja",
    "emoji 🏋️",
    "\\ukośnik",
    "a  b",
    "?",
    "~",
    "@x",
    "`x",
    "0x1f",
    ">-",
    "|",
    "---",
    "...",
  ],
);
const scalar = fc.oneof({ weight: 5, arbitrary: awkward }, fc.integer({ min: 0, max: 999 }), fc.boolean());
const anyValue = fc.oneof(
  { weight: 4, arbitrary: scalar },
  fc.dictionary(fc.constantFrom("file", "alt", "nowe pole", "x"), scalar, { minKeys: 1 }),
  fc.array(scalar, { minLength: 1, maxLength: 3 }),
);

/** A valid change of the value, selected by numbers, and the expected result. */
function changeOf(root: unknown, kind: number, pick: number, value: unknown): [Change, unknown] | undefined {
  const places = [...walkValues(root)].map(({ path }) => path).filter((path) => path.length > 0);
  const lists = [[], ...places].filter((path) => Array.isArray(valueAt(root, path)));
  const copy = structuredClone(root);
  const choose = <T>(all: readonly T[]) => all[pick % Math.max(1, all.length)];
  const list = choose(lists.filter((path) => (valueAt(root, path) as unknown[]).length > 0));
  switch (kind) {
    case 0: {
      const at = choose(places);
      if (!at) return undefined;
      (valueAt(copy, at.slice(0, -1)) as Tree)[at.at(-1) as string] = value;
      return [{ do: "set", at, old: valueAt(root, at), value }, copy];
    }
    case 1: {
      const at = choose(
        places.filter(
          (path) =>
            typeof path.at(-1) === "string" &&
            Object.keys(valueAt(root, path.slice(0, -1)) as object).length > 1,
        ),
      );
      if (!at) return undefined;
      delete (valueAt(copy, at.slice(0, -1)) as Tree)[at.at(-1) as string];
      return [{ do: "set", at, old: valueAt(root, at), value: undefined }, copy];
    }
    case 2: {
      const group = choose(
        [[], ...places].filter((path) => isTree(valueAt(root, path)) && !Array.isArray(valueAt(root, path))),
      );
      if (!group) return undefined;
      (valueAt(copy, group) as Tree).dopisane = value;
      return [
        { do: "set", at: [...group, "dopisane"], old: valueAt(root, [...group, "dopisane"]), value },
        copy,
      ];
    }
    case 3: {
      if (!list) return undefined;
      const at = pick % (valueAt(root, list) as unknown[]).length;
      const old = valueAt(root, [...list, at]);
      (valueAt(copy, list) as unknown[]).splice(at, 1);
      return [{ do: "remove", at: [...list, at], old }, copy];
    }
    case 4: {
      const any = choose(lists);
      if (!any) return undefined;
      const before = pick % ((valueAt(root, any) as unknown[]).length + 1);
      (valueAt(copy, any) as unknown[]).splice(before, 0, value);
      return [{ do: "add", list: any, before, value }, copy];
    }
    default: {
      if (!list) return undefined;
      const items = valueAt(copy, list) as unknown[];
      const from = pick % items.length;
      const [item] = items.splice(from, 1);
      const before = (pick * 7) % (items.length + 1);
      items.splice(before, 0, item);
      return [{ do: "move", at: [...list, from], before }, copy];
    }
  }
}

const numRuns = 50;

/** The comments of a text, sorted, because a moved item takes its comments along. */
const comments = (source: string) =>
  [...new Lexer().lex(source)].filter((token) => token.startsWith("#")).sort();

/** A file two fields at a time: a whole long file takes ten times as long and proves no more. */
function partsOf(file: string): string[] {
  const fields = readFileSync(file, "utf8").split(/(?<=\n)(?=[a-zA-Z]+:)/);
  return fields.flatMap((field, at) => (at % 2 === 0 ? field + (fields[at + 1] ?? "") : []));
}

describe.each(files)("any changes of %s", (file) => {
  const parts = partsOf(file);

  it("P4.7 parse to the expected values and keep the comments", () => {
    const starts = fc.constantFrom(
      ...parts.flatMap((part) => [part, part.replaceAll("\n", "\r\n"), part.trimEnd()]),
    );
    const sequences = fc.array(fc.tuple(fc.nat(5), fc.nat(10_000), anyValue), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(starts, sequences, (start, sequence) => {
        let source = start;
        let root: unknown = parse(source);
        for (const [kind, pick, value] of sequence) {
          const made = changeOf(root, kind, pick, value);
          if (!made) continue;
          const [change, meant] = made;
          const changed = apply(source, change);
          root = parse(changed);
          expect(isSame(root, meant)).toBe(true);
          const takesComments = change.do === "remove" || (change.do === "set" && isTree(change.old));
          if (!takesComments) expect(comments(changed)).toEqual(comments(source));
          source = changed;
        }
      }),
      { numRuns },
    );
  });
});
