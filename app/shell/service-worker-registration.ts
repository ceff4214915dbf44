import { type ConnectionInfo, currentConnection } from "./prefetch.ts";

/** Whether pages may be kept for the time without a connection: not where the visitor saves data. */
export function mayKeepOffline(connection: ConnectionInfo | undefined): boolean {
  return !connection?.saveData;
}

/** Lets the browser keep the pages for the time without a connection, once it has nothing better to do. */
export function registerServiceWorker(): void {
  if (!("serviceWorker" in navigator) || !mayKeepOffline(currentConnection())) return;
  // A failure (private window, no https) only means that there are no pages offline.
  const register = () => navigator.serviceWorker.register(trustedAddress("/sw.js")).catch(() => {});
  if (typeof requestIdleCallback === "function") requestIdleCallback(register, { timeout: 10_000 });
  else setTimeout(register, 3000);
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): {
    createScriptURL(address: string): string;
  };
}

/** The one address of a script that is ever built at run time, in the policy that the server's header names. */
function trustedAddress(address: string): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  return (
    trustedTypes
      ?.createPolicy("service-worker", { createScriptURL: (url) => url })
      .createScriptURL(address) ?? address
  );
}
