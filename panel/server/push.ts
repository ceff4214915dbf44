import webPush from "web-push";
import type { Accounts } from "../../accounts/accounts.ts";
import { type Clock, dayMs, hourMs, secondMs } from "../../enquiries/clock.ts";
import { createRateLimiter } from "../../enquiries/limits.server.ts";
import { plural } from "../../enquiries/plural.ts";
import type { EnquiryEvent } from "../../enquiries/service.server.ts";

/** Appears on a locked screen, so it contains nothing about a visitor. */
export type Notification = { title: string; body: string; path: string; silent?: boolean };

export type PushDeps = {
  accounts: Pick<Accounts, "readOrCreate" | "pushSubscriptions">;
  siteUrl: string;
  /** Push services require a contact address. */
  ownerEmail: () => string;
  fetch: typeof globalThis.fetch;
  clock: Pick<Clock, "monotonicMs">;
  log: { warn(fields: object, message: string): void };
};

/** Sends notifications to the owner's devices by Web Push. E-mail remains the reliable channel (P3.3, T14). */
export function createPush({ accounts, siteUrl, ownerEmail, fetch, clock, log }: PushDeps) {
  const { readOrCreate, pushSubscriptions } = accounts;
  const keys = () => readOrCreate("push-keys", () => webPush.generateVAPIDKeys());
  /** Spam comes in floods, and one notification is enough for all of it. */
  const countQuarantine = createRateLimiter({ limit: 1, windowMs: hourMs, clock });

  /** Notifies all devices of an event; of the quarantine silently and at most once an hour. */
  async function announce(event: EnquiryEvent): Promise<void> {
    if (event.kind === "quarantine" && countQuarantine("all") !== undefined) return;
    await notify(noticeOf(event));
  }

  /** Notifies all devices, or one session's; returns how many notifications were accepted. */
  async function notify(notification: Notification, onlySession?: string): Promise<number> {
    const devices = (await pushSubscriptions.list()).filter(
      ({ sessionId }) => onlySession === undefined || sessionId === onlySession,
    );
    if (devices.length === 0) return 0;
    const vapidDetails = { subject: `mailto:${ownerEmail()}`, ...(await keys()) };
    const options = { vapidDetails, TTL: dayMs / secondMs, urgency: "high" } as const;
    const { path, ...shown } = notification;
    // Declarative Web Push: Safari shows it without a service worker, ours shows it elsewhere.
    const declared = { ...shown, navigate: siteUrl + path, lang: "pl" };
    const payload = JSON.stringify({ web_push: 8030, notification: declared });
    const sent = await Promise.all(devices.map((device) => send(device, payload, options)));
    return sent.filter(Boolean).length;
  }

  async function send(
    subscription: webPush.PushSubscription,
    payload: string,
    options: webPush.RequestOptions,
  ): Promise<boolean> {
    const { endpoint } = subscription;
    try {
      const { method, headers, body } = webPush.generateRequestDetails(subscription, payload, options);
      const response = await fetch(endpoint, {
        method,
        headers: headers as Record<string, string>,
        body: new Uint8Array(body),
        redirect: "error",
        signal: AbortSignal.timeout(10_000),
      });
      if (response.ok) await pushSubscriptions.noteSuccess(endpoint);
      // The subscription is gone for good.
      if (response.status === 404 || response.status === 410) await pushSubscriptions.remove(endpoint);
      if (!response.ok) log.warn({ status: response.status }, "a push service refused a notification");
      return response.ok;
    } catch (error) {
      log.warn({ err: error }, "a push service could not be reached");
      return false;
    }
  }

  /** The key for subscriptions; created once per database. */
  const publicKey = async () => (await keys()).publicKey;

  return { publicKey, announce, notify };
}

/** The text of a notification: numbers, never names. */
export function noticeOf(event: EnquiryEvent): Notification {
  if (event.kind === "quarantine") return { ...words.quarantine, path: "/panel/zapytania?stan=quarantine" };
  if (event.kind === "backup-late") return { ...words[event.kind], path: "/panel/ustawienia/kopie" };
  if (event.kind !== "morning") return { ...words[event.kind], path: `/panel/zapytania/${event.reference}` };
  const { meetings, answers } = event;
  const counts = [
    meetings > 0 && `${meetings} ${plural(meetings, "spotkanie", "spotkania", "spotkań")}`,
    answers > 0 && `${answers} ${plural(answers, "sprawa", "sprawy", "spraw")} do załatwienia`,
  ];
  const title = `Dziś: ${counts.filter(Boolean).join(", ")}`;
  return { title, body: "Szczegóły są w panelu.", path: "/panel/dzis" };
}

const words = {
  enquiry: { title: "Nowe zapytanie", body: "Otwórz panel, żeby je przeczytać." },
  quarantine: { title: "Do sprawdzenia", body: "Coś trafiło do kwarantanny.", silent: true },
  "backup-late": { title: "Kopie nie wychodzą", body: "Od trzech dni żadna nie wyszła poza serwer." },
  date: { title: "Zmiana terminu", body: "Ktoś przeniósł albo odwołał termin. Otwórz panel." },
  reminder: { title: "Przypomnienie", body: "Pora na następny krok. Otwórz panel." },
};
