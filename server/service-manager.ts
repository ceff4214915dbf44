import { execFile } from "node:child_process";

/**
 * Tells systemd that the server answers, and from then on that its event loop turns; systemd restarts a server that falls silent.
 * Through systemd's own program, because Node cannot open datagram sockets in the file system.
 */
export function notifyServiceManager({ watchdogMs }: { watchdogMs: number | undefined }): void {
  const notify = (state: string) => execFile("systemd-notify", [state], () => {});
  notify("READY=1");
  if (watchdogMs !== undefined) setInterval(() => notify("WATCHDOG=1"), watchdogMs / 3).unref();
}
