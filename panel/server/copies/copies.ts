import { once } from "node:events";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { forkProgram } from "../../../publishing/fork-program.ts";
import { removeOld } from "../../../publishing/remove-old.ts";
import type { CopyRequest } from "./copy-child.ts";
import { bytesFor, type CopySource, keptFreeBytes } from "./copy-of-everything.ts";

export interface CopiesDeps {
  readonly copiesDir: string;
  /** The file that the process runs. */
  readonly program: string;
  readonly source: () => Promise<CopySource>;
  readonly now: () => Date;
  readonly freeDiskBytes: () => Promise<number>;
  /** Notes that a copy was made and read through. */
  readonly onMade: (at: Date) => Promise<void>;
}

export interface CopyFile {
  readonly name: string;
  /** ISO time. */
  readonly madeAt: string;
  readonly bytes: number;
}

export type MadeCopy = CopyFile | "no-room";

const dayMs = 86_400_000;
const nameOfCopy = /^kopia-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar$/;

export type Copies = ReturnType<typeof createCopies>;

/** Copies of everything: made one at a time in a process of their own, daily by themselves, seven days and four weeks back. */
export function createCopies(deps: CopiesDeps) {
  const { copiesDir, now } = deps;
  let making: Promise<MadeCopy> | undefined;
  let hasFailed = false;

  /** Newest first. */
  async function list(): Promise<CopyFile[]> {
    const names = (await readdir(copiesDir).catch(() => [])).filter((name) => nameOfCopy.test(name));
    const files = names.map(async (name) => ({
      name,
      madeAt: timeIn(name).toISOString(),
      bytes: (await stat(join(copiesDir, name))).size,
    }));
    return (await Promise.all(files)).sort((one, other) => other.name.localeCompare(one.name));
  }

  /** Whoever asks while one is made gets that one. */
  function make(): Promise<MadeCopy> {
    making ??= makeOne().finally(() => {
      making = undefined;
    });
    return making;
  }

  async function makeOne(): Promise<MadeCopy> {
    try {
      const made = await makeWhereThereIsRoom();
      hasFailed = made === "no-room";
      return made;
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  }

  async function makeWhereThereIsRoom(): Promise<MadeCopy> {
    const source = await deps.source();
    // It holds everything, and neither erasing nor thinning reaches it.
    const yesterday = now().getTime() - dayMs;
    await removeOld(source.dataDir, /^(?:copying|restoring)-/, yesterday);
    await removeOld(copiesDir, /\.unfinished$/, yesterday);
    if ((await deps.freeDiskBytes()) < (await bytesFor(source)) + keptFreeBytes) return "no-room";
    const at = now();
    const name = `kopia-${at.toISOString().slice(0, 19).replaceAll(":", "-")}Z.tar`;
    await runChild(deps.program, { source, file: join(copiesDir, name), at: at.toISOString() });
    await deps.onMade(at);
    await thin(name);
    const made = (await list()).find((copy) => copy.name === name);
    if (!made) throw new Error("The copy that was made is not there");
    return made;
  }

  /** The one just made stays, even where another process has made a newer one meanwhile. */
  async function thin(made: string): Promise<void> {
    const names = (await list()).map(({ name }) => name);
    const kept = new Set([made, ...newestOfEach(names, dayOf, 7), ...newestOfEach(names, weekOf, 4)]);
    for (const name of names.filter((name) => !kept.has(name))) await rm(join(copiesDir, name));
  }

  return {
    list,
    make,
    /** To be called now and then: makes one when the last one is a day old. */
    async look(): Promise<MadeCopy | undefined> {
      const [last] = await list();
      const isDue = last === undefined || now().getTime() - Date.parse(last.madeAt) >= dayMs;
      return isDue ? make() : undefined;
    },
    /** Whether the last attempt made none. */
    hasFailed: () => hasFailed,
    /** Where a copy lies; undefined where there is none of that name. */
    async find(name: string): Promise<string | undefined> {
      return (await list()).some((copy) => copy.name === name) ? join(copiesDir, name) : undefined;
    },
  };
}

function timeIn(name: string): Date {
  const [, day, hours, minutes, seconds] = nameOfCopy.exec(name) ?? [];
  return new Date(`${day}T${hours}:${minutes}:${seconds}Z`);
}

const dayOf = (name: string) => timeIn(name).toISOString().slice(0, 10);
const weekOf = (name: string) => String(Math.floor(timeIn(name).getTime() / (7 * dayMs)));

/** Of names, newest first, the newest of each day or week. */
function newestOfEach(names: readonly string[], spanOf: (name: string) => string, count: number): string[] {
  const newest = new Map<string, string>();
  for (const name of names) if (!newest.has(spanOf(name))) newest.set(spanOf(name), name);
  return [...newest.values()].slice(0, count);
}

async function runChild(program: string, request: CopyRequest): Promise<void> {
  const child = forkProgram(program, { heapMegabytes: 128, timeoutMs: 600_000 });
  child.send(request, () => {});
  const [status, signal] = await once(child, "exit");
  if (status !== 0) throw new Error(`The copy was ended by ${signal ?? `status ${status}`}`);
}
