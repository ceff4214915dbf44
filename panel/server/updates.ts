import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../server/config.ts";

/** What root says of updates (`packaging/files/update.sh`). A fault is a word for the repository's, or the program's own sentence. */
export type Update = {
  /** The newer version; empty if there is none. */
  offered: string;
  /** What is new in it, in a sentence; may be empty. */
  news: string;
  checkedAt: string;
  fault: string;
  /** Until when versions can be checked: the key that signs them, as this version knows it. Null if it never ends. */
  keyEndsAt: string | null;
  /** The last installation that the panel asked for. */
  last: { phase: string; fault: string; at: string } | null;
};

/** Null where nothing checks for updates, or has not yet. */
export async function readUpdate({ updatesDir }: Pick<Config, "updatesDir">): Promise<Update | null> {
  const read = async (name: string) =>
    fieldsOf(await readFile(join(updatesDir ?? "", name), "utf8").catch(() => ""));
  if (updatesDir === undefined) return null;
  const [{ offered = "", news = "", checked, fault = "", key }, { phase, at, fault: failure = "" }] = [
    await read("offer"),
    await read("progress"),
  ];
  if (checked === undefined) return null;
  return {
    offered,
    news,
    checkedAt: timeOf(checked),
    fault,
    keyEndsAt: key ? timeOf(key) : null,
    last: phase ? { phase, fault: failure, at: timeOf(at) } : null,
  };
}

/** Asks root for the update. The file is empty: a unit of root's notices that it was written, and reads nothing of it (C9.2). */
export const requestUpdate = ({ dataDir }: Pick<Config, "dataDir">) =>
  writeFile(join(dataDir, "update-requested"), "");

/** Lines such as `news: Szybsze zdjęcia.` */
const fieldsOf = (text: string): Partial<Record<string, string>> =>
  Object.fromEntries([...text.matchAll(/^(\w+): (.*)$/gm)].map(([, name, value]) => [name, value]));

const timeOf = (seconds = "0") => new Date(Number(seconds) * 1000).toISOString();
