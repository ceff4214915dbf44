import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { problemTexts } from "../../enquiries/health.server.ts";
import { readCertificate } from "../../server/certificate.ts";
import type { Config } from "../../server/config.ts";
import { type PanelDeps, routes, sendError, sendStarted } from "./env.ts";

/** Shows what last succeeded, because settings alone do not prove that anything works (P8.1). */
export function createStateApi({ accounts, enquiries, settings, site, backups, offsite, log }: PanelDeps) {
  const { dataDir, siteUrl } = settings.config();

  return routes()
    .post("/state/check", (c) => sendStarted(c, enquiries.checkForm(), log, "the form could not be checked"))
    .post("/state/update", async (c) => {
      if (!(await readUpdate(settings.config()))?.offered) return sendError(c, 404, "not-found");
      // Empty: root's systemd unit notices the write and reads nothing from the file (C9.2).
      await writeFile(join(dataDir, "update-requested"), "");
      await c.var.record({ action: "settings-changed", detail: "nowa wersja programu" });
      return c.body(null, 202);
    })
    .get("/state", async (c) => {
      const [health, emailSentAt, backupAt, devices, certificate] = await Promise.all([
        enquiries.health(),
        enquiries.inbox.lastEmailSentAt().catch(() => null),
        backups.lastMadeAt(),
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
        sentAt: offsite.recordIfReadable()?.last?.at ?? null,
        notifiedDevices: devices.length,
        notificationDeliveredAt: delivered.length > 0 ? new Date(Math.max(...delivered)).toISOString() : null,
        certificateUntil: typeof certificate === "object" ? certificate.until.toISOString() : null,
        freeDiskBytes: health.freeDiskBytes,
        version: site.facts().version,
        update: await readUpdate(settings.config()),
      });
    });
}

/**
 * The state of updates as root's script writes it (`packaging/files/update.sh`); null if nothing checks for them, or has not yet.
 * `fault` is a code for a problem with the repository, or a sentence of the installed program.
 */
async function readUpdate({ updatesDir, databaseUrl }: Pick<Config, "updatesDir" | "databaseUrl">) {
  if (updatesDir === undefined) return null;
  const read = (name: string) => readFile(join(updatesDir, name), "utf8").then(fieldsOf, () => fieldsOf(""));
  const { offered = "", news = "", checked, fault = "", key } = await read("offer");
  const { phase, at, fault: failure = "" } = await read("progress");
  if (checked === undefined) return null;
  return {
    /** The newer version, and its news in one sentence; empty if there is none. */
    offered,
    news,
    checkedAt: timeOf(checked),
    fault,
    /** Whether it is tried on a copy of the data first; a PostgreSQL database is not copied. */
    isTried: databaseUrl === undefined,
    /** When the signing key that this version knows expires; null if it never does. */
    keyEndsAt: key ? timeOf(key) : null,
    /** The last installation that the panel asked for. */
    last: phase ? { phase, fault: failure, at: timeOf(at) } : null,
  };
}

/** Lines such as `news: Szybsze zdjęcia.` */
const fieldsOf = (text: string): Partial<Record<string, string>> =>
  Object.fromEntries([...text.matchAll(/^(\w+): (.*)$/gm)].map(([, name, value]) => [name, value]));

const timeOf = (seconds = "0") => new Date(Number(seconds) * 1000).toISOString();
