import { useEffect, useState } from "react";
import { workerAddress } from "../../../app/ui/worker-address.ts";
import { api, explain, UserFacingError } from "../api.ts";
import { ActionButton, Button, StatusMessage } from "../shell/button.tsx";

/** Turns notifications on and off for this device, and sends a test. `first` makes "turn on" the main button. */
export function NotificationSwitch({ first = false }: { readonly first?: boolean }) {
  const [isOn, setIsOn] = useState<boolean>();
  const [isTestSent, setIsTestSent] = useState(false);

  useEffect(() => {
    if (canNotify) isNotified().then(setIsOn, () => setIsOn(false));
  }, []);

  /** Private windows, and browsers without a push service, grant permission but cannot subscribe. */
  async function turnOn(): Promise<void> {
    if ((await Notification.requestPermission()) !== "granted")
      throw new UserFacingError("Przeglądarka nie pozwala na powiadomienia. Zmienisz to w jej ustawieniach.");
    const registration = await navigator.serviceWorker.register(workerUrl, { scope: "/panel/" });
    await navigator.serviceWorker.ready;
    await subscribe(registration.pushManager);
    setIsOn(true);
  }

  async function turnOff(): Promise<void> {
    const subscription = await (await currentManager())?.getSubscription();
    if (subscription) {
      await api.push.remove.$post({ json: { endpoint: subscription.endpoint } });
      await subscription.unsubscribe();
    }
    setIsOn(false);
    setIsTestSent(false);
  }

  async function sendTest(): Promise<void> {
    setIsTestSent(false);
    const refusal = "Powiadomienie nie wyszło. Wyłącz powiadomienia i włącz je jeszcze raz.";
    await api.push.test.$post().catch(explain("refused", refusal));
    setIsTestSent(true);
  }

  if (!canNotify)
    return (
      <p className="notice">
        {isSecureContext
          ? "Ta przeglądarka nie obsługuje powiadomień. Na iPhonie działają tylko w panelu otwartym z ekranu początkowego."
          : "Powiadomienia działają tylko na stronie z https."}{" "}
        Gdy poczta jest ustawiona, o zapytaniach mówi e-mail.
      </p>
    );
  return (
    <>
      <div className="actions">
        {isOn === undefined ? (
          // Has the place of the button that follows, so that nothing below moves under a finger.
          <Button busy>Sprawdzam powiadomienia</Button>
        ) : isOn ? (
          <>
            <ActionButton action={sendTest}>Wyślij próbne powiadomienie</ActionButton>
            <ActionButton kind="plain" action={turnOff}>
              Wyłącz powiadomienia
            </ActionButton>
          </>
        ) : (
          <ActionButton kind={first ? "main wide" : undefined} action={turnOn}>
            Włącz powiadomienia
          </ActionButton>
        )}
      </div>
      <StatusMessage>{isTestSent && "Wysłane. Powiadomienie powinno przyjść w kilka sekund."}</StatusMessage>
    </>
  );
}

/** Whether this browser supports notifications. On an iPhone only the panel on the home screen does. */
const canNotify = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** Whether notifications are on here. Also saves the subscription again, because browsers change it silently. */
export async function isNotified(): Promise<boolean> {
  const manager = await currentManager();
  if (!manager || !(await manager.getSubscription())) return false;
  await subscribe(manager);
  return true;
}

const currentManager = async () => (await navigator.serviceWorker.getRegistration("/panel/"))?.pushManager;

/** Subscribes with the server's key, or finds the subscription that has it, and saves it. */
async function subscribe(manager: PushManager): Promise<void> {
  const { publicKey } = await (await api.push.$get()).json();
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const subscription = await manager
    .subscribe(options)
    .catch(async (error) => {
      if (!(error instanceof DOMException && error.name === "InvalidStateError")) throw error;
      // The subscription is of the key before: a server that was restored from a backup has a new one.
      await (await manager.getSubscription())?.unsubscribe();
      return manager.subscribe(options);
    })
    .catch(() => {
      throw new UserFacingError(
        "Ta przeglądarka nie przyjmuje powiadomień. Jeśli to okno prywatne, otwórz panel w zwykłym. Zapytania są w panelu, a gdy ustawisz pocztę, przychodzą też e-mailem.",
      );
    });
  const { endpoint = "", keys = {} } = subscription.toJSON();
  await api.push.$post({ json: { endpoint, keys: { p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" } } });
}

const workerUrl = workerAddress("panel-worker", "/panel/sw.js");
