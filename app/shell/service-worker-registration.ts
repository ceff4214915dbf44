import { type ConnectionInfo, currentConnection } from "./prefetch.ts";

/** Whether pages may be cached for offline use: not if the visitor saves data. */
export function mayKeepOffline(connection: ConnectionInfo | undefined): boolean {
  return !connection?.saveData;
}

/** Caches the pages for offline use once the typeface is shown (which waits until nobody taps or types) and the browser is idle. */
export async function registerServiceWorker(): Promise<void> {
  if (!("serviceWorker" in navigator) || !mayKeepOffline(currentConnection())) return;
  const typeface: (HTMLElement & { shown?: Promise<void> }) | null = document.getElementById("typeface");
  await typeface?.shown;
  // Failure (private window, no https) only means that no pages are available offline.
  const register = () => navigator.serviceWorker.register(trustedAddress("/sw.js")).catch(() => {});
  if (typeof requestIdleCallback === "function") requestIdleCallback(register, { timeout: 10_000 });
  else setTimeout(register, 3000);
}

interface Policy {
  createScriptURL(address: string): string;
}

/** The Trusted Types policy, named in the server's header, for the only script address created at run time. */
function trustedAddress(address: string): string {
  const { trustedTypes } = window as {
    trustedTypes?: { createPolicy(name: string, rules: Policy): Policy };
  };
  return (
    trustedTypes
      ?.createPolicy("service-worker", { createScriptURL: (url) => url })
      .createScriptURL(address) ?? address
  );
}
