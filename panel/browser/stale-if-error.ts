import type { DataRouter, DataStrategyFunction, DataStrategyResult } from "react-router";
import { ApiError } from "./api.ts";

type Shown = Pick<DataRouter["state"], "navigation" | "loaderData">;

/**
 * Runs the loaders. If a refresh fails with a transient error, keeps the shown data, because the owner may be reading or writing. The
 * layout route keeps its data during navigation too, so that other screens stay reachable.
 */
export function staleIfError(layout: string, shown: () => Shown): DataStrategyFunction {
  return async ({ matches }) => {
    const toLoad = matches.filter((match) => match.shouldCallHandler());
    const results = await Promise.all(
      toLoad.map(async (match) => [match.route.id, await match.resolve()] as const),
    );
    const { navigation, loaderData } = shown();
    return Object.fromEntries(
      results.map(([id, result]) => [
        id,
        (navigation.state === "idle" || id === layout) && id in loaderData && isTransient(result)
          ? { type: "data", result: loaderData[id] }
          : result,
      ]),
    );
  };
}

const permanent: readonly ApiError["code"][] = ["signed-out", "not-found"];

function isTransient({ type, result }: DataStrategyResult): boolean {
  return type === "error" && result instanceof ApiError && !permanent.includes(result.code);
}
