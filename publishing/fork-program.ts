import { type ChildProcess, fork } from "node:child_process";
import { writeFileSync } from "node:fs";
import { setPriority } from "node:os";

interface ForkOptions {
  /** How much memory its JavaScript may take; pictures are decoded outside of it. */
  readonly heapMegabytes: number;
  /** Where what it prints can be read; left out: nowhere. */
  readonly stdout?: "pipe";
  /** When it is killed, whatever it does. */
  readonly timeoutMs?: number;
  /** How far it gives way to the server, up to 19. */
  readonly niceness?: number;
}

/** Starts a program of ours in a process of its own, which comes after the server when the processor or the memory is short. */
export function forkProgram(program: string, options: ForkOptions): ChildProcess {
  const { heapMegabytes, stdout = "ignore", timeoutMs, niceness } = options;
  const child = fork(program, [], {
    // It gets what it needs as a message, and no password that is not its business. Fewer memory pools keep it small.
    env: { MALLOC_ARENA_MAX: "2" },
    execArgv: [`--max-old-space-size=${heapMegabytes}`, "--max-semi-space-size=4"],
    stdio: ["ignore", stdout, "inherit", "ipc"],
    killSignal: "SIGKILL",
    timeout: timeoutMs,
  });
  giveWay(child.pid, niceness);
  return child;
}

/**
 * Makes a process give way to the server that started it: the server gets the processor first, and when memory runs out, the
 * system ends this process. Some hosts forbid one or the other.
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
    // It works all the same, only beside the server.
  }
}
