import type { DataStrategyFunctionArgs } from "react-router";
import { expect, test } from "vitest";
import { CallError } from "./api.ts";
import { keepWhatIsShown } from "./keep-what-is-shown.ts";

async function bringUpToDate(
  result: unknown,
  { isLeaving = false, frame = "shell", data = { list: "shown" } } = {},
) {
  const match = {
    route: { id: "list" },
    shouldCallHandler: () => true,
    resolve: async () => ({ type: result instanceof Error ? "error" : "data", result }),
  };
  const strategy = keepWhatIsShown(() => ({ isLeaving, frame, data }));
  return (await strategy({ matches: [match] } as unknown as DataStrategyFunctionArgs)).list?.result;
}

test("fresh data replaces what is shown", async () => {
  expect(await bringUpToDate("fresh")).toBe("fresh");
});

test.each(["offline", "failed", "busy", "too-many"] as const)(
  "a screen stays as it is when the answer is %s",
  async (code) => {
    expect(await bringUpToDate(new CallError(code))).toBe("shown");
  },
);

test.each(["signed-out", "not-found"] as const)("the answer %s is not hidden", async (code) => {
  expect(await bringUpToDate(new CallError(code))).toBeInstanceOf(CallError);
});

test("a fault of the panel itself is not hidden", async () => {
  expect(await bringUpToDate(new TypeError("x is undefined"))).toBeInstanceOf(TypeError);
});

test("on the way to another screen, and before the first data, a failure is shown", async () => {
  expect(await bringUpToDate(new CallError("offline"), { isLeaving: true })).toBeInstanceOf(CallError);
  expect(await bringUpToDate(new CallError("offline"), { data: {} as { list: string } })).toBeInstanceOf(
    CallError,
  );
});

test("the frame around the screens stays on the way to another screen, too", async () => {
  const way = { isLeaving: true, frame: "list" };
  expect(await bringUpToDate(new CallError("offline"), way)).toBe("shown");
  expect(await bringUpToDate(new CallError("signed-out"), way)).toBeInstanceOf(CallError);
});
