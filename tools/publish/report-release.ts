import { momentOf } from "../../publishing/release-store.ts";
import { whatServerShows } from "../../publishing/running-server.ts";
import { readSite } from "../../server/build-facts.ts";
import type { Config } from "../../server/config.ts";
import { findServedDir } from "../../server/releases.ts";

const outcomes = {
  this: "Od teraz widać ją na stronie.",
  another:
    "Działający program jej jeszcze nie pokazuje: uruchom go ponownie (npm start, a na serwerze systemctl restart trainer-site).",
  off: "Program teraz nie działa. Pokaże ją po uruchomieniu (npm start, a na serwerze systemctl start trainer-site).",
};

/** Prints whether visitors see the new current release. */
export async function reportVisibleRelease(config: Config): Promise<void> {
  const version = readSite(findServedDir(config))?.version ?? "";
  console.log(outcomes[await whatServerShows(config, version)]);
}

/** The time in a release's name, in Polish time: `21.11.2026, 09:05:00`. */
export function timeOf(release: string): string {
  return momentOf(release).toLocaleString("pl-PL", { timeZone: "Europe/Warsaw" });
}
