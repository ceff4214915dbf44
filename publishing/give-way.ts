import { writeFileSync } from "node:fs";
import { setPriority } from "node:os";

/**
 * Puts a process that the server has started behind it: the processor is the server's first, and when memory runs out, the system
 * ends this process. Some hosts forbid the one or the other.
 */
export function giveWay(pid: number | undefined, niceness = 10): void {
  if (pid === undefined) return;
  unlessForbidden(() => setPriority(pid, niceness));
  unlessForbidden(() => writeFileSync(`/proc/${pid}/oom_score_adj`, "1000"));
}

function unlessForbidden(ask: () => void): void {
  try {
    ask();
  } catch {
    // It works all the same, only not behind the server.
  }
}
