import { useNavigation } from "react-router";

/** The path of the panel that is on its way, while a navigation waits for its data. */
export function useNextPath(): string | undefined {
  return useNavigation().location?.pathname.replace(/^\/panel/, "");
}
