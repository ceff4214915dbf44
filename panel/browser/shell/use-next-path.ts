import { useNavigation } from "react-router";

/** The path, within the panel, of a navigation that waits for its data. */
export function useNextPath(): string | undefined {
  return useNavigation().location?.pathname.replace(/^\/panel/, "");
}
