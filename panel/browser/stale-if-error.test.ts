import type { DataStrategyFunctionArgs, Navigation } from "react-router";
import { expect, test } from "vitest";
import { ApiError } from "./api.ts";
import { staleIfError } from "./stale-if-error.ts";

async function refresh(
  result: unknown,
  { isNavigating = false, layout = "shell", data = { list: "shown" } } = {},
) {
  const match = {
    route: { id: "list" },
    shouldCallHandler: () => true,
    resolve: async () => ({ type: result instanceof Error ? "error" : "data", result }),
  };
  const navigation = { state: isNavigating ? "loading" : "idle" } as Navigation;
  const strategy = staleIfError(layout, () => ({ navigation, loaderData: data }));
  return (await strategy({ matches: [match] } as unknown as DataStrategyFunctionArgs)).list?.result;
}

test("fresh data replaces what is shown", async () => {
  expect(await refresh("fresh")).toBe("fresh");
});

test.each(["offline", "failed", "busy", "too-many"] as const)(
  "a screen keeps its data when the refresh fails with %s",
  async (code) => {
    expect(await refresh(new ApiError(code))).toBe("shown");
  },
);

test.each(["signed-out", "not-found"] as const)("the error %s is shown", async (code) => {
  expect(await refresh(new ApiError(code))).toBeInstanceOf(ApiError);
});

test("an error of the panel itself is shown", async () => {
  expect(await refresh(new TypeError("x is undefined"))).toBeInstanceOf(TypeError);
});

test("a failure during navigation, or before the first data, is shown", async () => {
  expect(await refresh(new ApiError("offline"), { isNavigating: true })).toBeInstanceOf(ApiError);
  expect(await refresh(new ApiError("offline"), { data: {} as { list: string } })).toBeInstanceOf(ApiError);
});

test("the layout keeps its data during navigation", async () => {
  const way = { isNavigating: true, layout: "list" };
  expect(await refresh(new ApiError("offline"), way)).toBe("shown");
  expect(await refresh(new ApiError("signed-out"), way)).toBeInstanceOf(ApiError);
});
