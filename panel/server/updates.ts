import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../server/config.ts";

/** Why no version is offered or installed: the repository's key or signature, its absence, or the reason of the program itself. */
export type Update = {
  /** The newer version; empty if there is none. */
  offered: string;
  /** What is new in it, in a sentence; may be empty. */
  news: string;
  checkedAt: string;
  fault: string;
  /** The last installation that the panel asked for; null before the first. */
  last: { phase: string; version: string; fault: string; at: string } | null;
};

/** What root says of updates; null where nothing checks for them, or not yet. */
export async function readUpdate({ updatesDir }: Pick<Config, "updatesDir">): Promise<Update | null> {
  if (updatesDir === undefined) return null;
  const [offer, progress] = await Promise.all(
    ["offer", "progress"].map((name) => readFile(join(updatesDir, name), "utf8").catch(() => "")),
  );
  if (!offer) return null;
  const { offered = "", news = "", checked, fault = "" } = fieldsOf(offer);
  const { phase = "", version = "", at, fault: failure = "" } = fieldsOf(progress ?? "");
  const last = phase === "" ? null : { phase, version, fault: failure, at: timeOf(at) };
  return { offered, news, checkedAt: timeOf(checked), fault, last };
}

/** Asks root for the update. The file is empty: a process of root's notices that it was written, and reads nothing of it (C9.2). */
export async function requestUpdate({ dataDir }: Pick<Config, "dataDir">): Promise<void> {
  await writeFile(join(dataDir, "update-requested"), "");
}

/** Lines such as `news: Szybsze zdjęcia.` */
function fieldsOf(text: string): Partial<Record<string, string>> {
  const lines = text.split("\n").map((line) => /^(\w+): (.*)$/.exec(line) ?? []);
  return Object.fromEntries(lines.map(([, name = "", value = ""]) => [name, value]));
}

const timeOf = (seconds = "0") => new Date(Number(seconds) * 1000).toISOString();
