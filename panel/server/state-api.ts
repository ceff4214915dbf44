import { Hono } from "hono";
import { problemTexts } from "../../enquiries/health.server.ts";
import { readLastBackup } from "../../enquiries/owner/database-file.server.ts";
import { readCertificate } from "../../server/certificate.ts";
import { type PanelDeps, type PanelEnv, sendError } from "./env.ts";
import { readUpdate, requestUpdate } from "./updates.ts";

/** Shows whether everything works by what last succeeded, because settings alone prove nothing (P8.1). */
export function createStateApi({ accounts, enquiries, settings, site, offsite, log }: PanelDeps) {
  const { dataDir, siteUrl } = settings.config();

  return new Hono<PanelEnv>()
    .post("/state/check", (c) => {
      // It takes up to minutes: the state says when it is done, and keeps its result.
      void enquiries.checkForm().catch((error) => log.error({ err: error }, "the form could not be checked"));
      return c.body(null, 202);
    })
    .post("/state/update", async (c) => {
      if (!(await readUpdate(settings.config()))?.offered) return sendError(c, 404, "not-found");
      await requestUpdate(settings.config());
      const { deviceName: device } = c.get("session");
      await accounts.auditLog.write({ action: "settings-changed", device, detail: "nowa wersja programu" });
      return c.body(null, 202);
    })
    .get("/state", async (c) => {
      const [health, emailSentAt, backupAt, devices, certificate] = await Promise.all([
        enquiries.health(),
        enquiries.inbox.lastEmailSentAt().catch(() => null),
        readLastBackup(dataDir),
        accounts.pushSubscriptions.list(),
        readCertificate(siteUrl),
      ]);
      const delivered = devices.flatMap(({ lastSuccessAt }) => lastSuccessAt ?? []);
      return c.json({
        problems: health.problems.map((code) => ({ code, text: problemTexts[code] })),
        mailConfigured: health.mailConfigured,
        waitingEmails: health.outbox.waiting,
        emailSentAt,
        canary: health.lastCanary,
        isCheckingForm: enquiries.isCheckingForm(),
        backupAt: backupAt?.toISOString() ?? null,
        sentAt: offsite.record().last?.at ?? null,
        notifiedDevices: devices.length,
        notificationDeliveredAt: delivered.length > 0 ? new Date(Math.max(...delivered)).toISOString() : null,
        certificateUntil: typeof certificate === "object" ? certificate.until.toISOString() : null,
        freeDiskBytes: health.freeDiskBytes,
        version: site.facts().version,
        update: await readUpdate(settings.config()),
      });
    });
}
