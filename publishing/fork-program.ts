import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { getCompileCacheDir } from "node:module";
import { setPriority } from "node:os";

interface ForkOptions {
  /** The limit of its JavaScript heap. */
  readonly heapMegabytes: number;
  /** Whether it does without V8's optimising compilers: a publication takes 98 MB instead of 114, and as long. */
  readonly small?: boolean;
  /** Where its output goes; discarded by default. */
  readonly stdout?: "pipe";
  /** How long it may run before it is killed. */
  readonly timeoutMs?: number;
  /** Its niceness, up to 19. */
  readonly niceness?: number;
}

/** Starts one of our programs in a child process that yields CPU and memory to the server. */
export function forkProgram(program: string, options: ForkOptions): ChildProcess {
  const { heapMegabytes, small = false, stdout = "ignore", timeoutMs, niceness } = options;
  const limits = [`--max-old-space-size=${heapMegabytes}`, "--max-semi-space-size=4"];
  const child = fork(program, [], {
    // Its input comes as a message, so the environment holds no passwords. Fewer malloc arenas keep it small.
    env: { MALLOC_ARENA_MAX: "2", NODE_COMPILE_CACHE: getCompileCacheDir() },
    execArgv: small ? [...limits, "--optimize-for-size", "--no-opt", "--no-maglev"] : limits,
    stdio: ["ignore", stdout, "inherit", "ipc"],
    killSignal: "SIGKILL",
    timeout: timeoutMs,
  });
  lowerPriority(child.pid, niceness);
  return child;
}

/** Runs one of our programs until it ends, and returns the last message that it sent. Throws if it fails. */
export async function runProgram(program: string, request: object, options: ForkOptions): Promise<unknown> {
  const child = forkProgram(program, options);
  let answer: unknown;
  child.on("message", (message) => {
    answer = message;
  });
  child.send(request, () => {});
  const [status, signal] = await once(child, "close");
  if (status !== 0) throw new Error(`${program} ended with ${signal ?? `status ${status}`}`);
  return answer;
}

/** The child's side: performs the one request that the parent sends, answers it and ends; ends at once if the parent is gone. */
export function answerParent<Request>(perform: (request: Request) => Promise<unknown>): void {
  process.once("disconnect", () => process.exit(1));
  process.once("message", async (request: Request) => {
    const answer = await perform(request);
    process.removeAllListeners("disconnect");
    process.send?.(answer ?? null, () => process.disconnect());
  });
}

/** Puts a process below the server: the server gets the CPU first, and the OOM killer picks the process. Some hosts forbid it. */
export function lowerPriority(pid: number | undefined, niceness = 10): void {
  if (pid === undefined) return;
  const steps = [() => setPriority(pid, niceness), () => writeFileSync(`/proc/${pid}/oom_score_adj`, "1000")];
  for (const lower of steps) {
    try {
      lower();
    } catch {
      // It still works, only at the server's priority.
    }
  }
}
