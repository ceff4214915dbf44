import { renameSync, writeFileSync } from "node:fs";

/** While `work` runs, replaces a file all the time and atomically, as an editor does. */
export async function whileReplaced<T>(file: string, work: () => Promise<T>): Promise<T> {
  let isOver = false;
  async function replace(): Promise<void> {
    for (let count = 0; !isOver; count += 1) {
      writeFileSync(`${file}.partial`, `name: Szkic ${count}\n`);
      renameSync(`${file}.partial`, file);
      await new Promise(setImmediate);
    }
  }
  const replacing = replace();
  try {
    return await work();
  } finally {
    isOver = true;
    await replacing;
  }
}
