import { hash } from "node:crypto";
import { join } from "node:path";
import { readJson, writePrivateJson } from "../enquiries/storage/private-file.server.ts";
import { normalize, type Opinion } from "./opinion.ts";

/**
 * The opinions for publications, which run in a process without the database: the number of opinions that were not withdrawn, the
 * hashes of those to show, by id, and the ids of the withdrawn ones.
 */
export type Ledger = { received: number; shown: Record<string, string>; withdrawn: string[] };

const file = (dataDir: string) => join(dataDir, "opinions.json");

/** Empty if no opinion was ever received. */
export const readLedger = (dataDir: string) =>
  readJson<Ledger>(file(dataDir), { received: 0, shown: {}, withdrawn: [] });

export const writeLedger = (dataDir: string, ledger: Ledger) => writePrivateJson(file(dataDir), ledger);

/** The SHA-256 of an opinion as the pages show it (C5.2). `day` is the day on which it was sent. */
export const hashOpinion = ({ text, author, about }: Opinion, day: string) =>
  hash("sha256", JSON.stringify([text, author, about, day].map(normalize)));
