import { type ChildProcess, fork } from "node:child_process";
import { giveWay } from "./give-way.ts";

interface ForkOptions {
  /** How much memory its JavaScript may take; pictures are decoded outside of it. */
  readonly heapMegabytes: number;
  /** Where what it prints can be read; left out: nowhere. */
  readonly stdout?: "pipe";
  /** When it is killed, whatever it does. */
  readonly timeoutMs?: number;
  /** How far behind the server it stands, up to 19. */
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
    ...(timeoutMs !== undefined && { timeout: timeoutMs }),
  });
  giveWay(child.pid, niceness);
  return child;
}
