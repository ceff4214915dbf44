import type { DataRouter, DataStrategyFunction } from "react-router";
import { ApiError } from "./api.ts";
import { detour } from "./session.ts";

type Shown = Pick<DataRouter["state"], "navigation" | "loaderData">;

/**
 * Runs the loaders. Without a session the owner signs in and returns. If a refresh fails with another transient error, keeps the shown
 * data, because the owner may be reading or writing. The layout route keeps its data during navigation too, so that other screens stay
 * reachable.
 */
export function staleIfError(layout: string, shown: () => Shown): DataStrategyFunction {
  return async ({ matches, request }) => {
    const toLoad = matches.filter((match) => match.shouldCallHandler());
    const results = await Promise.all(
      toLoad.map(async ({ route: { id }, resolve }) => ({ id, ...(await resolve()) })),
    );
    const { navigation, loaderData } = shown();
    return Object.fromEntries(
      results.map(({ id, type, result }) => {
        const code = result instanceof ApiError ? result.code : undefined;
        if (code === "signed-out") return [id, { type, result: detour("/wejscie", request) }];
        const mayBeStale = (navigation.state === "idle" || id === layout) && id in loaderData;
        const isTransient = code !== undefined && code !== "not-found";
        return [id, mayBeStale && isTransient ? { type: "data", result: loaderData[id] } : { type, result }];
      }),
    );
  };
}
