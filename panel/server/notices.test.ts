import { expect, onTestFinished, test, vi } from "vitest";
import { hourMs } from "../../enquiries/clock.ts";
import { createPush, noticeOf, type PushDeps } from "./push.ts";

test.each([
  [2, 3, "Dziś: 2 spotkania, 3 sprawy do załatwienia"],
  [1, 0, "Dziś: 1 spotkanie"],
  [0, 1, "Dziś: 1 sprawa do załatwienia"],
  [5, 22, "Dziś: 5 spotkań, 22 sprawy do załatwienia"],
])(
  "C1.2 in the morning %i meetings and %i things to do are told as %j, without a name",
  (meetings, answers, title) => {
    expect(noticeOf({ kind: "morning", meetings, answers })).toMatchObject({ title, path: "/panel/dzis" });
  },
);

test("P3.3 C4.2 a date that a client has moved or cancelled is told of without a name", () => {
  expect(noticeOf({ kind: "date", reference: "7K3M-9QXR" })).toEqual({
    title: "Zmiana terminu",
    body: "Ktoś przeniósł albo odwołał termin. Otwórz panel.",
    path: "/panel/zapytania/7K3M-9QXR",
  });
});

test("P3.3 T24 the quarantine is told of once an hour, also after a clock that was far ahead", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  let [told, monotonicMs] = [0, 0];
  const list = async () => {
    told += 1;
    return [];
  };
  const push = createPush({
    accounts: { pushSubscriptions: { list } } as unknown as PushDeps["accounts"],
    siteUrl: "https://www.studio.example",
    ownerEmail: () => "kontakt@studio.example",
    fetch,
    clock: { monotonicMs: () => monotonicMs },
    log: { warn() {} },
  });
  vi.setSystemTime("2031-01-01");
  await push.announce({ kind: "quarantine", reference: "7K3M-9QXR" });
  await push.announce({ kind: "quarantine", reference: "7K3M-9QXR" });
  expect(told).toBe(1);
  vi.setSystemTime("2026-11-25");
  monotonicMs += hourMs;
  await push.announce({ kind: "quarantine", reference: "7K3M-9QXR" });
  expect(told).toBe(2);
});
