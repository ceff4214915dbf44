import type { DataStrategyFunction, DataStrategyResult } from "react-router";
import { ApiError } from "./api.ts";

type Shown = {
  /** Whether a navigation to another screen is in progress. */
  isNavigating: boolean;
  /** The id of the layout route around all screens, which stays mounted. */
  layout: string;
  /** What the screens show now, by route. */
  data: Readonly<Record<string, unknown>>;
};

/**
 * Runs the loaders, and keeps the data shown when a refresh fails for a passing reason: somebody may be reading or writing
 * there. The layout keeps its data during navigation too, so that the other screens stay reachable.
 */
export function staleIfError(shown: () => Shown): DataStrategyFunction {
  return async ({ matches }) => {
    const toLoad = matches.filter((match) => match.shouldCallHandler());
    const results = await Promise.all(
      toLoad.map(async (match) => [match.route.id, await match.resolve()] as const),
    );
    const { isNavigating, layout, data } = shown();
    return Object.fromEntries(
      results.map(([id, result]) => [
        id,
        (!isNavigating || id === layout) && id in data && isTransient(result)
          ? { type: "data", result: data[id] }
          : result,
      ]),
    );
  };
}

const permanent: readonly ApiError["code"][] = ["signed-out", "not-found"];

function isTransient({ type, result }: DataStrategyResult): boolean {
  return type === "error" && result instanceof ApiError && !permanent.includes(result.code);
}
