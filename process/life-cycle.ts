import { execFile } from "node:child_process";
import type { Logger } from "../server/logger.ts";

/**
 * Notifies systemd that the server is ready, and then regularly that its event loop runs; systemd restarts a server that stops notifying.
 * Calls `systemd-notify`, because Node has no Unix datagram sockets.
 */
export function notifyServiceManager({ watchdogMs }: { watchdogMs: number | undefined }): void {
  const notify = (state: string) => execFile("systemd-notify", [state], () => {});
  notify("READY=1");
  if (watchdogMs !== undefined) setInterval(() => notify("WATCHDOG=1"), watchdogMs / 3).unref();
}

type Running = { close: () => Promise<void>; log: Logger; serviceManager: object | undefined };

/**
 * Shuts down gracefully on SIGTERM and SIGINT, immediately on the second one. After an uncaught exception memory cannot be trusted, so the
 * process also shuts down, with status 1, and its supervisor restarts it. An unhandled rejection affects a single task and is only
 * logged. `restart` closes in the same way and starts the program anew.
 */
export function shutDownGracefully({ close, log, serviceManager }: Running): { restart(): void } {
  let isClosing = false;

  async function end(after: () => void): Promise<void> {
    if (isClosing) return process.exit(1);
    isClosing = true;
    try {
      await close();
      log.info("stopped");
      after();
    } catch (error) {
      log.fatal({ err: error }, "graceful shutdown failed");
      process.exit(1);
    }
  }

  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      log.info({ signal }, "stopping");
      void end(() => process.exit(0));
    });
  }
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "uncaught exception");
    void end(() => process.exit(1));
  });
  process.on("unhandledRejection", (error) => log.error({ err: error }, "unhandled rejection"));
  // A shutdown that has begun is not cut short.
  return { restart: () => void (isClosing || end(() => startAnew(serviceManager, log))) };
}

/** Restarts a program that has started on a full disk once there is room: until then it holds an exclusive lock on SQLite. */
export async function restartWithRoom(freeBytes: () => Promise<number>, restart: () => void) {
  const hasRoom = async () => (await freeBytes()) > 1024 * 1024;
  if (await hasRoom()) return;
  const timer = setInterval(async () => {
    if (!(await hasRoom())) return;
    clearInterval(timer);
    restart();
  }, 5000).unref();
}

/** Systemd starts an ended service again. Elsewhere the process replaces itself, which Windows cannot do. */
function startAnew(serviceManager: object | undefined, log: Logger): never {
  if (serviceManager !== undefined) process.exit(0);
  // A process that replaces itself runs no exit handlers.
  log.flush();
  if (process.platform !== "win32")
    process.execve?.(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)]);
  console.error("Uruchom stronę ponownie.");
  process.exit(0);
}
