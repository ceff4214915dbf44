import { momentOf } from "../../publishing/release-store.ts";

/** Formats the time in a release's name in the Polish time zone: `21.11.2026, 09:05:00`. */
export function releaseTime(release: string): string {
  return momentOf(release).toLocaleString("pl-PL", { timeZone: "Europe/Warsaw" });
}
