import { describe, expect, test } from "vitest";
import { type Draft, dropDraft, keepDraft, readDraft } from "./enquiry-draft.ts";

function createStorage() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

const refusing = {
  getItem: () => {
    throw new Error("access denied");
  },
  setItem: () => {
    throw new Error("quota exceeded");
  },
  removeItem: () => {
    throw new Error("access denied");
  },
};

const draft: Draft = {
  values: { name: "Ola", email: "ola@example.com", message: "Dzień dobry,\nproszę o plan." },
  key: "3f0e6c1a-0000-4000-8000-000000000000",
  waiting: true,
};

describe("B10.4 the draft", () => {
  test("B10.4 comes back as it was kept, with its key and whether it waits", () => {
    const storage = createStorage();
    keepDraft(storage, draft);
    expect(readDraft(storage)).toEqual(draft);
  });

  test("B10.4 is gone once it is dropped", () => {
    const storage = createStorage();
    keepDraft(storage, draft);
    dropDraft(storage);
    expect(readDraft(storage)).toBeUndefined();
    expect(storage.kept.size).toBe(0);
  });

  test.each(["{broken", "null", "[]", "7", '{"values":{}}', '{"key":"k","values":"text"}'])(
    "B10.4 is nothing when the storage holds %s",
    (text) => {
      const storage = createStorage();
      keepDraft(storage, draft);
      for (const name of storage.kept.keys()) storage.kept.set(name, text);
      expect(readDraft(storage)).toBeUndefined();
    },
  );

  test("B10.4 leaves out what is not text", () => {
    const storage = createStorage();
    keepDraft(storage, { ...draft, values: { name: "Ola", email: 5 } as never });
    expect(readDraft(storage)).toEqual({ ...draft, values: { name: "Ola" } });
  });

  test("B10.4 does without a storage that refuses everything", () => {
    expect(() => keepDraft(refusing, draft)).not.toThrow();
    expect(readDraft(refusing)).toBeUndefined();
    expect(() => dropDraft(refusing)).not.toThrow();
  });
});
