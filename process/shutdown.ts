import type { Logger } from "../server/logger.ts";

type ShutdownDeps = {
  /** Finishes what was accepted and closes everything. */
  close: () => Promise<void>;
  log: Logger;
  exit: (code: number) => void;
  /** Starts the program again in place of this process. */
  startAnew: () => void;
};

/**
 * Shuts down gracefully on SIGTERM and SIGINT, immediately on the second one. After an uncaught exception memory cannot be trusted, so the
 * process also shuts down, with status 1, and its supervisor restarts it. `restart` closes in the same way and starts the program anew. An unhandled rejection affects a single task and is only logged.
 */
export function shutDownGracefully({ close, log, exit, startAnew }: ShutdownDeps): { restart(): void } {
  let isClosing = false;

  async function end(after: () => void): Promise<void> {
    if (isClosing) return exit(1);
    isClosing = true;
    try {
      await close();
      log.info("stopped");
      after();
    } catch (error) {
      log.fatal({ err: error }, "graceful shutdown failed");
      exit(1);
    }
  }

  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      log.info({ signal }, "stopping");
      void end(() => exit(0));
    });
  }
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "uncaught exception");
    void end(() => exit(1));
  });
  process.on("unhandledRejection", (error) => log.error({ err: error }, "unhandled rejection"));
  return { restart: () => void end(startAnew) };
}
