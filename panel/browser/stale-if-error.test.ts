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
  const request = new Request("http://localhost/panel/zapytania?stan=new");
  return (await strategy({ matches: [match], request } as unknown as DataStrategyFunctionArgs)).list?.result;
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

test("what is gone is shown as gone", async () => {
  expect(await refresh(new ApiError("not-found"))).toBeInstanceOf(ApiError);
});

test.each([false, true])(
  "P2.5 without a session the owner signs in and returns (navigating: %s)",
  async (isNavigating) => {
    const answer = await refresh(new ApiError("signed-out"), { isNavigating });
    expect(answer).toBeInstanceOf(Response);
    expect((answer as Response).headers.get("Location")).toBe("/wejscie?dalej=%2Fzapytania%3Fstan%3Dnew");
  },
);

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
});
