import { expect, test } from "vitest";
import { z } from "zod";
import type { FormField } from "../../../content-model/form-field.ts";
import { formOf } from "../../../content-model/form-of.ts";
import type { Change } from "../../../content-model/writing/change.ts";
import { applyChange } from "../../../content-model/writing/changes.ts";
import { paddedTime } from "../format.ts";
import { copyOf, createEditor } from "./editing.ts";
import { entriesOf, spansByDay, withOrWithoutBreak } from "./time-fields.tsx";

const form = formOf(
  z.strictObject({
    services: z.array(
      z
        .strictObject({
          id: z.string().meta({ widget: "slug" }),
          name: z.string(),
          points: z.array(z.string()),
        })
        .meta({ itemName: ["name"], itemKey: ["id"] }),
    ),
  }),
);
const gallery = formOf(
  z.strictObject({
    photos: z.array(
      z
        .strictObject({
          photo: z.strictObject({ file: z.string() }),
          recognisablePeople: z.boolean().optional(),
          consent: z.strictObject({ person: z.string() }).optional(),
        })
        .meta({ itemKey: ["photo", "file"] }),
    ),
    opinions: z.array(
      z.strictObject({ photo: z.strictObject({ file: z.string() }), consent: z.string().optional() }),
    ),
  }),
);
const start = {
  services: [
    { id: "plan", name: "Plan", points: ["a", "b", "b"] },
    { id: "dieta", name: "Dieta", points: [] },
    { id: "", name: "Trening w parze", points: [] },
  ],
};

/** Returns the changes that an editor makes, and the value they lead to. */
function edit<T = typeof start>(
  act: (editor: ReturnType<typeof createEditor>) => void,
  { form: edits, start: from }: { form: typeof form; start: unknown } = { form, start },
) {
  const changes: Change[] = [];
  let value: unknown = from;
  const editor = createEditor({
    form: edits,
    value: () => value,
    change(_place, change) {
      const applied = applyChange(value, change);
      if ("root" in applied) value = applied.root;
      changes.push(change);
    },
  });
  act(editor);
  return { changes, value: value as T };
}

test("P4.6 a change names an item by its key, so that it still applies after others move", () => {
  const { changes } = edit((editor) => editor.set("services.1.name", "Dieta", "Jadłospis"));
  expect(changes).toEqual([
    { do: "set", at: ["services", { at: ["id"], is: "dieta" }, "name"], old: "Dieta", value: "Jadłospis" },
  ]);
});

test("P5.3 the people on a photograph and their consent are set and removed with it", () => {
  const consent = { person: "Osoba Przykładowa" };
  const photos = [{ photo: { file: "a.jpg" } }, { photo: { file: "b.jpg" } }];
  // The consent of an opinion is to its words, not to its photograph.
  const opinions = [{ photo: { file: "a.jpg" }, consent: "słowa" }];
  const options = { form: gallery, start: { photos, opinions } };
  const withPeople = edit((editor) => {
    for (const place of ["photos.1.photo", "opinions.0.photo"])
      editor.setSiblings(place, { recognisablePeople: true, consent });
  }, options);
  expect(withPeople.value).toEqual({
    photos: [photos[0], { ...photos[1], recognisablePeople: true, consent }],
    opinions,
  });
  const without = edit(
    (editor) => editor.setSiblings("photos.1.photo", { recognisablePeople: undefined, consent: undefined }),
    { form: gallery, start: withPeople.value },
  );
  expect(without.value).toEqual({ photos, opinions });
});

test("P4.6 texts are identified by their words, and by their index where two are equal", () => {
  const { changes, value } = edit((editor) => {
    editor.set("services.0.points.0", "a", "A");
    editor.set("services.0.points.2", "b", "c");
  });
  expect(changes.map((change) => change.do === "set" && change.at.at(-1))).toEqual([{ is: "a" }, 2]);
  expect(value.services[0]?.points).toEqual(["A", "b", "c"]);
});

test.each([
  [0, 1, ["dieta", "plan", ""]],
  [0, 2, ["dieta", "", "plan"]],
  [2, 0, ["", "plan", "dieta"]],
  [1, 0, ["dieta", "plan", ""]],
])("P4.4 an item moves from %i to %i", (from, to, ids) => {
  const { value } = edit((editor) => editor.move(`services.${from}`, to));
  expect(value.services.map(({ id }) => id)).toEqual(ids);
});

test("P4.4 an item is added at its index, and brought back to its former one", () => {
  const { value } = edit((editor) => {
    editor.add("services.0.points", "b", 2);
    editor.remove("services.1");
    editor.add("services", start.services[1], 1);
  });
  expect(value.services.map(({ id }) => id)).toEqual(["plan", "dieta", ""]);
  expect(value.services[0]?.points).toEqual(["a", "b", "b", "b"]);
});

test("a slug is made of a name once, and never changed automatically", () => {
  const { value } = edit((editor) => {
    editor.leave("services.2.name");
    editor.leave("services.0.name");
    editor.leave("services.2.points.0");
  });
  expect(value.services.map(({ id }) => id)).toEqual(["plan", "dieta", "trening-w-parze"]);
});

test("a copied item, and one with the name of another, gets a slug of its own", () => {
  const { item } = form.fields?.services ?? {};
  const { value } = edit((editor) => {
    editor.add("services", copyOf(item as FormField, start.services[1]), 2);
    editor.leave("services.2.name");
    editor.add("services", { ...start.services[1], id: "" }, 3);
    editor.leave("services.3.name");
  });
  expect(value.services.map(({ id }) => id)).toEqual(["plan", "dieta", "dieta-2", "dieta-3", ""]);
  expect(copyOf({ kind: "line", label: "" }, "słowo")).toBe("słowo");
});

test("opening hours are split by day and merged again, with a break, in the order of the week", () => {
  const hours = [
    { days: ["Mo", "Fr"], opens: "6:00", closes: "12:00" },
    { days: ["Mo"], opens: "16:00", closes: "20:00" },
    { days: ["Tu"], opens: "6:00", closes: "12:00" },
  ];
  const days = spansByDay(hours);
  expect(days.Mo).toHaveLength(2);
  expect(entriesOf(days)).toEqual([
    { days: ["Mo", "Tu", "Fr"], opens: "6:00", closes: "12:00" },
    { days: ["Mo"], opens: "16:00", closes: "20:00" },
  ]);
});

test("a break opens in the middle of a day, and closing it keeps the day's first and last hour", () => {
  const day = [{ opens: "6:00", closes: "21:00" }];
  const parts = [
    { opens: "6:00", closes: "13:00" },
    { opens: "14:00", closes: "21:00" },
  ];
  expect(withOrWithoutBreak(day)).toEqual(parts);
  const morning = { opens: "6:00", closes: "8:00" };
  expect(withOrWithoutBreak([morning])).toEqual([morning, { opens: "9:00", closes: "10:00" }]);
  expect(withOrWithoutBreak(parts)).toEqual(day);
  expect(withOrWithoutBreak([{ opens: "18:00", closes: "0:00" }])).toEqual([
    { opens: "18:00", closes: "21:00" },
    { opens: "22:00", closes: "0:00" },
  ]);
  expect(withOrWithoutBreak([{ opens: "22:00", closes: "4:00" }])).toEqual([
    { opens: "22:00", closes: "1:00" },
    { opens: "2:00", closes: "4:00" },
  ]);
  expect(withOrWithoutBreak([{ opens: "", closes: "20:00" }])[0]).toEqual({ opens: "", closes: "12:00" });
});

test("P4.1 a time typed into the file shows in its field, also midnight as the end of the day", () => {
  expect(["6:00", "16:30", "24:00", ""].map(paddedTime)).toEqual(["06:00", "16:30", "00:00", ""]);
  expect(withOrWithoutBreak([{ opens: "18:00", closes: "24:00" }])).toEqual([
    { opens: "18:00", closes: "21:00" },
    { opens: "22:00", closes: "24:00" },
  ]);
});

test("the spans of a day keep their order while one of them is changed", () => {
  const hours = [
    { days: ["Mo", "Tu"], opens: "8:00", closes: "12:00" },
    { days: ["Mo", "Tu"], opens: "16:00", closes: "20:00" },
  ];
  const days = spansByDay(hours);
  const changed = { ...days, Tu: days.Tu.with(0, { opens: "9:00", closes: "12:00" }) };
  expect(spansByDay(entriesOf(changed))).toEqual(changed);
});
