import { Hono } from "hono";
import type { Accounts } from "../../accounts/accounts.ts";
import type { EnquiryHealth } from "../../enquiries/service.server.ts";
import { readCertificateExpiry } from "./certificate.ts";
import type { PanelEnv } from "./env.ts";

export type StateDeps = {
  accounts: Pick<Accounts, "pushSubscriptions">;
  siteUrl: string;
  version: () => string;
  health: () => Promise<EnquiryHealth>;
  /** When the mail server last took an e-mail. */
  lastEmailSentAt: () => Promise<string | null>;
  lastBackupAt: () => Promise<Date | undefined>;
};

/** Whether everything works, told by what last succeeded: settings alone may lie. */
export function createStateApi(deps: StateDeps) {
  return new Hono<PanelEnv>().get("/state", async (c) => {
    const [health, emailSentAt, backupAt, devices, certificateUntil] = await Promise.all([
      deps.health(),
      deps.lastEmailSentAt().catch(() => null),
      deps.lastBackupAt(),
      deps.accounts.pushSubscriptions.list(),
      readCertificateExpiry(deps.siteUrl),
    ]);
    const delivered = devices.flatMap(({ lastSuccessAt }) => lastSuccessAt ?? []);
    return c.json({
      problems: health.problems,
      mailConfigured: health.mailConfigured,
      waitingEmails: health.outbox.waiting,
      emailSentAt,
      canary: health.lastCanary,
      backupAt: backupAt?.toISOString() ?? null,
      notifiedDevices: devices.length,
      notificationDeliveredAt: delivered.length > 0 ? new Date(Math.max(...delivered)).toISOString() : null,
      certificateUntil: certificateUntil?.toISOString() ?? null,
      freeDiskBytes: health.freeDiskBytes,
      version: deps.version(),
    });
  });
}
