import { Hono } from "hono";
import { readLastBackup } from "../../enquiries/owner/database-backup.server.ts";
import { readCertificateExpiry } from "./certificate.ts";
import type { PanelEnv } from "./env.ts";
import type { PanelDeps } from "./panel-deps.ts";

/** Shows whether everything works by what last succeeded, because settings alone prove nothing (P8.1). */
export function createStateApi({ accounts, enquiries, folders, siteUrl, version }: PanelDeps) {
  return new Hono<PanelEnv>().get("/state", async (c) => {
    const [health, emailSentAt, backupAt, devices, certificateUntil] = await Promise.all([
      enquiries.health(),
      enquiries.inbox.lastEmailSentAt().catch(() => null),
      readLastBackup(folders.dataDir),
      accounts.pushSubscriptions.list(),
      readCertificateExpiry(siteUrl),
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
      version: version(),
    });
  });
}
