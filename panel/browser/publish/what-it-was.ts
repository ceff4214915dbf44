import type { Origin } from "../../server/api.ts";
import { formatFully } from "../format.ts";

interface Entry {
  readonly origin: Origin;
  readonly by?: string | undefined;
  readonly restores?: string | undefined;
}

/** Who published, and why, in words. */
export function whatItWas({ origin, by, restores }: Entry): string {
  switch (origin) {
    case "panel":
      return by ?? "z panelu";
    case "restore":
      return `${by ?? "na serwerze"}, przywrócono wersję ${restores ? timeOf(restores) : ""}`;
    case "command":
      return "na serwerze";
    case "update":
      return "nowa wersja programu albo zmiana ustawień";
    case "schedule":
      return "sama, zgodnie z datą w treści";
  }
}

/** The names of publications begin with their time. */
function timeOf(name: string): string {
  const [date = "", time = ""] = name.split("T");
  const [hours, minutes, seconds] = time.split("-");
  return `z ${formatFully(`${date}T${hours}:${minutes}:${seconds}Z`, Date.now())}`;
}
