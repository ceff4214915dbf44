import type { DataStrategyFunction, DataStrategyResult } from "react-router";
import { CallError } from "./api.ts";

type Shown = {
  /** Whether the owner is on the way to another screen. */
  isLeaving: boolean;
  /** The route around all screens, which is never left. */
  frame: string;
  /** What the screens show now, by route. */
  data: Readonly<Record<string, unknown>>;
};

/**
 * Runs the loaders. Where a screen is only brought up to date and the server does not answer, it stays as it is: somebody may
 * be reading or writing there. The frame around the screens stays in any case, so that there is a way to the other ones.
 */
export function keepWhatIsShown(shown: () => Shown): DataStrategyFunction {
  return async ({ matches }) => {
    const toLoad = matches.filter((match) => match.shouldCallHandler());
    const results = await Promise.all(
      toLoad.map(async (match) => [match.route.id, await match.resolve()] as const),
    );
    const { isLeaving, frame, data } = shown();
    return Object.fromEntries(
      results.map(([id, result]) => [
        id,
        (!isLeaving || id === frame) && id in data && mayPass(result)
          ? { type: "data", result: data[id] }
          : result,
      ]),
    );
  };
}

const lasting: readonly CallError["code"][] = ["signed-out", "not-found"];

function mayPass({ type, result }: DataStrategyResult): boolean {
  return type === "error" && result instanceof CallError && !lasting.includes(result.code);
}
