import type { HistoryEntry } from "../../server/api.ts";
import { formatFully } from "../format.ts";

/** Who or what started a publication. */
export function describeOrigin({ origin, by, restores }: HistoryEntry): string {
  if (origin !== "restore") return (origin === "panel" && by) || origins[origin];
  return `${by ?? origins.command}, przywrócono wersję ${restores ? timeOf(restores) : ""}`;
}

const origins = {
  panel: "z panelu",
  command: "na serwerze",
  update: "nowa wersja programu albo zmiana ustawień",
  schedule: "automatycznie, w zaplanowanym dniu",
};

/** The name of a publication starts with its time: 2026-11-23T08-40-11. */
function timeOf(name: string): string {
  const at = name.replace(/T(\d\d)-(\d\d)-(\d\d).*/, "T$1:$2:$3Z");
  return `z ${formatFully(at, Date.now())}`;
}
