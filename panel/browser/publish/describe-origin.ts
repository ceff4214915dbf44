import type { HistoryEntry } from "../../server/api.ts";
import { formatFully } from "../format.ts";

/** Who or what started a publication. */
export function describeOrigin({ origin, by, restores }: HistoryEntry): string {
  if (origin !== "restore") return (origin === "panel" && by) || words[origin];
  return `${by ?? words.command}, przywrócono wersję ${restores ? timeOf(restores) : ""}`;
}

const words = {
  panel: "z panelu",
  command: "na serwerze",
  update: "nowa wersja programu albo zmiana ustawień",
  schedule: "sama, zgodnie z datą w treści",
};

/** The name of a publication starts with its time. */
function timeOf(name: string): string {
  const [date = "", time = ""] = name.split("T");
  const [hours, minutes, seconds] = time.split("-");
  return `z ${formatFully(`${date}T${hours}:${minutes}:${seconds}Z`, Date.now())}`;
}
