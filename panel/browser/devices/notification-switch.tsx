import { useEffect, useState } from "react";
import { ApiError, api } from "../api.ts";
import { Button, ErrorMessage, StatusMessage } from "../shell/button.tsx";
import { useAction } from "../shell/use-action.ts";

/** Turns notifications on and off for this device, and sends a test. `first` makes turning them on the main action. */
export function NotificationSwitch({ first = false }: { readonly first?: boolean }) {
  const [isOn, setIsOn] = useState<boolean>();
  const [isTestSent, setIsTestSent] = useState(false);
  const { error, setError, buttonProps } = useAction();

  useEffect(() => {
    if (canNotify()) isNotified().then(setIsOn, () => setIsOn(false));
  }, []);

  async function switchOn(): Promise<void> {
    const refusal = await turnOn();
    setError(refusal);
    setIsOn(refusal === undefined);
  }

  async function switchOff(): Promise<void> {
    await turnOff();
    setIsOn(false);
    setIsTestSent(false);
  }

  async function sendTest(): Promise<void> {
    setIsTestSent(false);
    try {
      await api.push.test.$post();
      setIsTestSent(true);
    } catch (cause) {
      if (!(cause instanceof ApiError) || cause.code !== "refused") throw cause;
      setError("Powiadomienie nie dotarło. Wyłącz powiadomienia i włącz je jeszcze raz.");
    }
  }

  if (!canNotify())
    return (
      <p className="notice">
        {isSecureContext
          ? "Ta przeglądarka nie obsługuje powiadomień."
          : "Powiadomienia działają tylko na stronie z https."}{" "}
        Zapytania przychodzą e-mailem.
      </p>
    );
  if (isOn === undefined) return null;
  return (
    <>
      <div className="actions">
        {isOn ? (
          <>
            <Button {...buttonProps(sendTest)}>Wyślij próbne</Button>
            <Button kind="plain" {...buttonProps(switchOff)}>
              Wyłącz powiadomienia
            </Button>
          </>
        ) : (
          <Button kind={first ? "main wide" : undefined} {...buttonProps(switchOn)}>
            Włącz powiadomienia
          </Button>
        )}
      </div>
      <StatusMessage>
        {isTestSent ? "Wysłane. Powiadomienie powinno przyjść w kilka sekund." : ""}
      </StatusMessage>
      <ErrorMessage>{error}</ErrorMessage>
    </>
  );
}

/** Whether this browser supports notifications. On an iPhone only the panel on the home screen does. */
function canNotify(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/** Whether notifications are on here. Also sends the subscription again, because browsers change it silently. */
async function isNotified(): Promise<boolean> {
  const subscription = await currentSubscription();
  if (subscription) await saveSubscription(subscription);
  return Boolean(subscription);
}

async function currentSubscription(): Promise<PushSubscription | null | undefined> {
  const registration = await navigator.serviceWorker.getRegistration("/panel/");
  return registration?.pushManager.getSubscription();
}

/**
 * Asks for permission and subscribes, or returns why that is impossible. Private windows, and browsers without a push service, grant
 * permission but cannot subscribe.
 */
async function turnOn(): Promise<string | undefined> {
  if ((await Notification.requestPermission()) !== "granted")
    return "Przeglądarka nie pozwala na powiadomienia. Zgodę zmienisz w jej ustawieniach.";
  const registration = await navigator.serviceWorker.register(workerUrl, { scope: "/panel/" });
  await navigator.serviceWorker.ready;
  const { publicKey } = await (await api.push.$get()).json();
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const subscription = await registration.pushManager.subscribe(options).catch(() => undefined);
  if (!subscription)
    return "Ta przeglądarka nie przyjmuje powiadomień, na przykład w oknie prywatnym. Zapytania przychodzą też e-mailem.";
  await saveSubscription(subscription);
  return undefined;
}

async function turnOff(): Promise<void> {
  const subscription = await currentSubscription();
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

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
/** The panel's Trusted Types policy allows only this worker URL. */
const workerPolicy: Policy = { createScriptURL: () => "/panel/sw.js" };
const workerUrl = (trustedTypes?.createPolicy("panel-worker", workerPolicy) ?? workerPolicy).createScriptURL(
  "",
);
