import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openAccounts } from "../../../accounts/accounts.ts";
import type { AccountTables } from "../../../accounts/storage/tables.ts";
import { createAuthenticator } from "../../../accounts/testing/authenticator.ts";
import { createAppointments } from "../../../appointments/appointments.server.ts";
import type { EnquiryHealth } from "../../../enquiries/health.server.ts";
import { contextOf } from "../../../enquiries/mail/emails.server.ts";
import { findMailServer } from "../../../enquiries/mail/find-mail-server.server.ts";
import { sendTestEmail } from "../../../enquiries/mail/send-test-email.server.ts";
import { createInbox } from "../../../enquiries/owner/inbox.server.ts";
import type { EnquiryService } from "../../../enquiries/service.server.ts";
import { openDatabase } from "../../../enquiries/storage/database.server.ts";
import { createTestLog, site as sampleSite } from "../../../enquiries/testing/fixtures.ts";
import { createOpinions } from "../../../opinions/opinions.server.ts";
import { createDraft } from "../../../publishing/draft.ts";
import { createUploads } from "../../../publishing/photos/import-photo.ts";
import { createPreview } from "../../../publishing/preview/preview.ts";
import { client, createRender, renderBareDocument } from "../../../publishing/testing/renderer.ts";
import { temporaryFolder } from "../../../publishing/testing/temporary-folder.ts";
import type { Environment } from "../../../server/config.ts";
import { createSettings } from "../../../server/settings.ts";
import { createMemoryFile } from "../../../server/static-files.ts";
import { configOf } from "../../../server/testing/config-of.ts";
import { createBackups } from "../backups/backups.ts";
import { createOffsiteBackups } from "../backups/offsite/offsite-backups.ts";
import { createRestorer } from "../backups/restorer.ts";
import type { PanelDeps } from "../env.ts";
import { createLive } from "../live.ts";
import { createPanel } from "../panel.ts";
import { createPush } from "../push.ts";
import { createExporter } from "../start-export.ts";

export const siteUrl = "https://www.studio.example";

const health: EnquiryHealth = {
  problems: [],
  storageWritable: true,
  outbox: { waiting: 0, oldestAgeSeconds: null, dead: 0 },
  mailConfigured: true,
  lastCanary: null,
  freeDiskBytes: 1e9,
};

type FixtureOptions = {
  fetch?: typeof globalThis.fetch;
  databaseUrl?: string | undefined;
  publish?: PanelDeps["publish"];
  /** The environment's settings. */
  environment?: Environment;
  /** Whether the mail server takes what is sent to the owner at once. */
  takesMail?: boolean;
  /** The e-mail of the content. */
  email?: string;
  checkForm?: PanelDeps["enquiries"]["checkForm"];
};

const noRecords = { resolveMx: async () => [], resolveSrv: async () => [] };

/**
 * Starts the panel on its own database until the test ends, with a client that sends what the panel's browser code sends unless a test
 * overrides it.
 */
export async function startPanel(options: FixtureOptions = {}) {
  const { fetch = globalThis.fetch, databaseUrl, environment = {}, takesMail = true } = options;
  const site = { ...sampleSite, email: options.email ?? sampleSite.email };
  const dataDir = temporaryFolder();
  const log = createTestLog();
  const database = await openDatabase({ dataDir, databaseUrl, log });
  const clock = { nowMs: Date.UTC(2026, 10, 21, 7, 0) };
  const now = () => clock.nowMs;
  const accounts = await openAccounts({
    db: database.db.withTables<AccountTables>(),
    now,
    siteUrl,
    siteName: () => "Studio Ruch",
    isClockSteady: async () => true,
  });
  const inbox = createInbox({
    database,
    dataDir,
    clock: { now, monotonicMs: now },
    mailHost: "www.studio.example",
    onQueued: () => {},
  });
  const mails: Parameters<EnquiryService["sendToOwner"]>[0][] = [];
  const given = {
    SITE_URL: siteUrl,
    ...environment,
    DATA_DIR: dataDir,
    CACHE_DIR: join(dataDir, "cache"),
    BUILD_DIR: join(dataDir, "build"),
  };
  const folders = { ...configOf(given), contentDir: "content" };
  const settings = createSettings(folders, given);
  const draft = createDraft(folders);
  const current = { business: () => site, facts: () => ({ version: "test" }) };
  let newSettings = 0;
  const appointments = createAppointments({
    database,
    siteUrl,
    pattern: () => site.booking,
    readBusy: async () => [],
    clock: { now, monotonicMs: now },
    limits: "on",
    sendsMail: () => true,
    onQueued: () => {},
    onVisitorChange: () => {},
    log,
  });
  const opinions = createOpinions({ database, dataDir, siteUrl, clock: { now }, onWithdrawn() {} });
  const restorer = createRestorer({ config: folders, freeDiskBytes: async () => 1e12, now, log });
  const live = createLive({ inbox, accounts, log });
  onTestFinished(async () => {
    live.stop();
    await database.close();
  });
  const backups = createBackups(folders, {
    now: () => new Date(clock.nowMs),
    freeDiskBytes: async () => 1e12,
  });
  const offsite = createOffsiteBackups({
    settings,
    backups,
    warn: async () => {},
    now,
    runTask: async () => undefined,
  });
  const app = createPanel({
    accounts,
    live,
    enquiries: {
      inbox,
      ownerMailbox: () => site.email,
      health: async () => health,
      sendTestEmail: (tried) => sendTestEmail(tried, contextOf(site, tried)),
      async sendToOwner(mail) {
        if (takesMail) mails.push(mail);
        return takesMail;
      },
      onSettingsChanged: () => {
        newSettings += 1;
      },
      checkForm: options.checkForm ?? (() => Promise.reject(new Error("no check in this test"))),
      isCheckingForm: () => false,
    } satisfies Partial<EnquiryService> as unknown as EnquiryService,
    findMailServer: (address) => findMailServer(address, noRecords),
    appointments,
    opinions,
    settings,
    site: current,
    publish: options.publish ?? (async () => ({ kind: "busy" })),
    uploads: createUploads({
      uploadsDir: join(dataDir, "uploads"),
      async importFile(bytes, name) {
        writeFileSync(join(folders.ownContentDir, "photos", `${name}.jpg`), bytes);
        return { kind: "stored", file: `${name}.jpg` };
      },
      freeDiskBytes: async () => 1e12,
    }),
    draft,
    preview: Object.assign(
      createPreview(
        {
          ...folders,
          settings: {
            siteUrl,
            retentionDays: 365,
            production: true,
            api: { browserBaseUrl: null, baseUrl: null },
          },
        },
        { now, loadCode: async () => ({ renderer: { createRender, renderBareDocument }, client }) },
      ),
      { stop() {} },
    ),
    backups,
    offsite,
    restorer,
    exporter: createExporter({
      program: join(import.meta.dirname, "../export-child.ts"),
      source: { dataDir, databaseUrl },
    }),
    push: createPush({
      accounts,
      siteUrl,
      ownerEmail: () => "kontakt@studio.example",
      fetch,
      clock: { monotonicMs: now },
      log,
    }),
    files: new Map(
      Object.entries({
        "/index.html": "<!doctype html><title>Panel</title>",
        "/assets/app.js": "export {}",
      }).map(([address, text]) => [address, createMemoryFile(address, text)]),
    ),
    clock: { now, monotonicMs: now },
    log,
  });

  const request = async (url: string, init?: RequestInit, remoteAddress = "192.0.2.1") => {
    const headers = Object.fromEntries(new Headers(init?.headers));
    return app.request(url, init, { incoming: { socket: { remoteAddress }, headers } });
  };

  function createBrowser(address = "192.0.2.1") {
    let cookie = "";

    async function send(path: string, init: RequestInit = {}): Promise<Response> {
      const headers = new Headers(init.headers);
      headers.set("Host", new URL(siteUrl).host);
      if (cookie) headers.set("Cookie", cookie);
      const response = await request(siteUrl + path, { ...init, headers }, address);
      const set = response.headers.get("Set-Cookie");
      if (set) cookie = set.includes("Max-Age=0") ? "" : (set.split(";")[0] ?? "");
      return response;
    }

    return {
      get: (path: string) => send(path),
      /** A write like those of the panel's script; empty headers are left out. */
      write(
        path: string,
        body: unknown = {},
        { method = "POST", headers = {} as Record<string, string> } = {},
      ) {
        const all = {
          Origin: siteUrl,
          "X-Panel": "1",
          "Sec-Fetch-Site": "same-origin",
          "Content-Type": "application/json",
          "Idempotency-Key": randomBytes(16).toString("hex"),
          ...headers,
        };
        const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ""));
        return send(path, { method, headers: sent, body: JSON.stringify(body) });
      },
      get cookie() {
        return cookie;
      },
      set cookie(value: string) {
        cookie = value;
      },
    };
  }
  type Browser = ReturnType<typeof createBrowser>;

  const phone = () => createAuthenticator({ origin: siteUrl, relyingParty: "studio.example" });

  async function signInByLink(browser: Browser, deviceName = "Telefon"): Promise<Browser> {
    const token = await accounts.links.create("setup");
    const response = await browser.write("/panel/api/links/claim", { token, deviceName });
    if (!response.ok) throw new Error(`The link was refused: ${response.status}`);
    return browser;
  }

  async function addPasskey(browser: Browser, device = phone(), name = "Telefon") {
    const options = await (await browser.write("/panel/api/passkeys/options")).json();
    const response = await browser.write("/panel/api/passkeys", { name, credential: device.create(options) });
    if (!response.ok) throw new Error(`The passkey was refused: ${response.status}`);
    return device;
  }

  return {
    request,
    routes: app.routes,
    contentDir: join(dataDir, "content"),
    dataDir,
    database,
    inbox,
    accounts,
    clock,
    log,
    mails,
    phone,
    folders,
    draft,
    settings,
    restorer,
    live,
    newSettings: () => newSettings,
    createBrowser,
    signInByLink,
    addPasskey,
  };
}
