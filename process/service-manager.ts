import { execFile } from "node:child_process";

/**
 * Notifies systemd that the server is ready, and then regularly that its event loop runs; systemd restarts a server that stops notifying.
 * Calls `systemd-notify`, because Node has no Unix datagram sockets.
 */
export function notifyServiceManager({ watchdogMs }: { watchdogMs: number | undefined }): void {
  const notify = (state: string) => execFile("systemd-notify", [state], () => {});
  notify("READY=1");
  if (watchdogMs !== undefined) setInterval(() => notify("WATCHDOG=1"), watchdogMs / 3).unref();
}
