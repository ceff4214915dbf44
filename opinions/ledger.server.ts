import { hash } from "node:crypto";
import { join } from "node:path";
import { readJson, writePrivateJson } from "../enquiries/storage/private-file.server.ts";
import { tidy, type Words } from "./opinion.ts";

/**
 * What a publication, which runs in a process without the database, has to know: how many opinions there are (without withdrawn ones), the
 * hash of the words of each that may be shown, by id, and the ids of those withdrawn.
 */
export type Ledger = { received: number; shown: Record<string, string>; withdrawn: string[] };

const file = (dataDir: string) => join(dataDir, "opinions.json");

/** Empty where there has never been an opinion. */
export const readLedger = (dataDir: string) =>
  readJson<Ledger>(file(dataDir), { received: 0, shown: {}, withdrawn: [] });

export const writeLedger = (dataDir: string, ledger: Ledger) => writePrivateJson(file(dataDir), ledger);

/** SHA-256 of what the pages show: another letter is another hash (C5.2). `day` is that of its sending. */
export const hashOf = ({ text, author, about }: Words, day: string) =>
  hash("sha256", JSON.stringify([text, author, about, day].map(tidy)));
