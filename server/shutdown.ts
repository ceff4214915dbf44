import type { Logger } from "./logger.ts";

type ShutdownDeps = {
  /** Finishes what was accepted and closes everything. */
  close: () => Promise<void>;
  log: Logger;
  exit: (code: number) => void;
};

/**
 * Ends the process in good order on SIGTERM and SIGINT, at once on the second of them. After an exception that nobody
 * caught nothing in memory can be relied on, so the process ends in the same good order, with status 1, for its
 * supervisor to start it afresh. A rejected promise that nobody awaited concerns one task only and is just logged.
 */
export function shutDownGracefully({ close, log, exit }: ShutdownDeps): void {
  let isClosing = false;

  async function end(code: number): Promise<void> {
    if (isClosing) return exit(1);
    isClosing = true;
    try {
      await close();
      log.info("stopped");
      exit(code);
    } catch (error) {
      log.fatal({ err: error }, "could not stop in good order");
      exit(1);
    }
  }

  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      log.info({ signal }, "stopping");
      void end(0);
    });
  }
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "uncaught exception");
    void end(1);
  });
  process.on("unhandledRejection", (error) => log.error({ err: error }, "unhandled rejection"));
}
