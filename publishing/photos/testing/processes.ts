import { readdirSync, readFileSync } from "node:fs";

/** The ids of a process's children; Linux only. */
export function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) => childrenOfThread(`/proc/${pid}/task/${task}`));
}

/** None if the thread has ended meanwhile. */
function childrenOfThread(folder: string): number[] {
  try {
    return readFileSync(`${folder}/children`, "utf8").split(" ").filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/** Empty if there is no such process any more. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}
