import { api } from "../api.ts";

/** Whether this browser supports notifications. On an iPhone only the panel on the home screen does. */
export function canNotify(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/** Whether notifications are on here. Also sends the subscription again, because browsers change it silently. */
export async function isNotified(): Promise<boolean> {
  const registration = await navigator.serviceWorker.getRegistration("/panel/");
  const subscription = await registration?.pushManager.getSubscription();
  if (subscription) await saveSubscription(subscription);
  return subscription !== undefined && subscription !== null;
}

/** Asks for permission and subscribes. Private windows, and browsers without a push service, grant permission but cannot subscribe. */
export async function turnOn(): Promise<"on" | "denied" | "no-push"> {
  if ((await Notification.requestPermission()) !== "granted") return "denied";
  const registration = await navigator.serviceWorker.register(workerUrl(), { scope: "/panel/" });
  await navigator.serviceWorker.ready;
  const { publicKey } = await (await api.push.$get()).json();
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const subscription = await registration.pushManager.subscribe(options).catch(() => undefined);
  if (!subscription) return "no-push";
  await saveSubscription(subscription);
  return "on";
}

export async function turnOff(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration("/panel/");
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return;
  await api.push.remove.$post({ json: { endpoint: subscription.endpoint } });
  await subscription.unsubscribe();
}

async function saveSubscription(subscription: PushSubscription): Promise<void> {
  const { endpoint = "", keys = {} } = subscription.toJSON();
  await api.push.$post({ json: { endpoint, keys: { p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" } } });
}

type Policy = { createScriptURL(url: string): string };
type TrustedTypes = { createPolicy(name: string, rules: Policy): Policy };

/** The panel's Trusted Types policy allows only this worker URL. */
function workerUrl(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const url = "/panel/sw.js";
  policy ??= trustedTypes?.createPolicy("panel-worker", { createScriptURL: () => url });
  return policy?.createScriptURL(url) ?? url;
}

let policy: Policy | undefined;
