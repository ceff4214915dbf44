import { describe, expect, test } from "vitest";
import { loadDraft, removeDraft, saveDraft } from "./draft-store.ts";
import { createFakeStorage } from "./testing/fake-storage.ts";

const draft = {
  values: { name: "Ola", email: "ola@example.com", message: "Dzień dobry,\nproszę o plan." },
  key: "3f0e6c1a",
  phase: "waiting",
} as const;
const now = 1_700_000_000_000;
const weekMs = 604_800_000;

describe("B10.4 the stored draft", () => {
  test("B10.4 is loaded with its key and phase", () => {
    const { storage } = createFakeStorage();
    saveDraft(storage, draft, now);
    expect(loadDraft(storage, now + weekMs - 1)).toEqual(draft);
  });

  test("B10.4 is removed a week after its last change", () => {
    const { storage, kept } = createFakeStorage();
    saveDraft(storage, draft, now);
    expect(loadDraft(storage, now + weekMs)).toBeUndefined();
    expect(kept.size).toBe(0);
  });

  test("B10.4 is removed only by its own key, so another tab's text stays", () => {
    const { storage, kept } = createFakeStorage();
    saveDraft(storage, draft, now);
    removeDraft(storage, "another");
    expect(kept.size).toBe(1);
    removeDraft(storage, draft.key);
    expect(kept.size).toBe(0);
  });

  test.each(["{broken", "null", "[]", "7", '{"values":{}}', '{"key":"k","phase":"typing","values":{}}'])(
    "B10.4 is nothing when the storage holds %s",
    (text) => {
      const { storage, kept } = createFakeStorage();
      saveDraft(storage, draft, now);
      for (const name of kept.keys()) kept.set(name, text);
      expect(loadDraft(storage, now)).toBeUndefined();
      expect(kept.size).toBe(0);
    },
  );
});
