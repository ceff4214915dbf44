import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from "@simplewebauthn/browser";
import { ApiError, api, UserFacingError } from "./api.ts";

/** Signs in with a passkey; false if the owner cancelled. Rejects with an ApiError if the server refuses. */
export const signIn = () => authenticate(api["sign-in"]);

/** Runs an action. If the server asks for a passkey first, confirms with it and runs the action again. */
export async function withFreshIdentity(action: () => Promise<unknown>): Promise<void> {
  try {
    await action();
  } catch (error) {
    const canConfirm = error instanceof ApiError && error.code === "needs-passkey" && isSecureContext;
    if (!canConfirm) throw error;
    if (!(await authenticate(api.confirm))) throw error;
    await action();
  }
}

/** Creates a passkey on this device, or confirms with the one that it has; false if the owner cancelled. */
export async function addPasskey(name: string): Promise<boolean> {
  const isNew = orCancelled(async () => {
    const options: unknown = await (await api.passkeys.options.$post()).json();
    const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
    const credential = await startRegistration({ optionsJSON });
    await api.passkeys.$post({ json: { name, credential: plain(credential) } });
  });
  return isNew.catch((error) => {
    if (error instanceof Error && error.name === "InvalidStateError") return authenticate(api.confirm);
    throw error;
  });
}

/** Authenticates with a passkey, at sign-in or again within a session. */
function authenticate(endpoint: (typeof api)["sign-in"] | typeof api.confirm): Promise<boolean> {
  return orCancelled(async () => {
    const options: unknown = await (await endpoint.options.$post()).json();
    const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
    const credential = await startAuthentication({ optionsJSON });
    await endpoint.$post({ json: { credential: plain(credential) } });
  });
}

/** Returns false if the owner cancelled. A phone without a passkey also reports a cancellation. */
async function orCancelled(ceremony: () => Promise<void>): Promise<boolean> {
  // Such as the window that another app shows a page in.
  if (!browserSupportsWebAuthn()) throw new UserFacingError(noKeys);
  // Safari refuses a second ceremony while one is open.
  WebAuthnAbortService.cancelCeremony();
  try {
    await ceremony();
    return true;
  } catch (error) {
    const name = error instanceof Error ? error.name : "";
    if (name === "NotAllowedError" || name === "AbortError") return false;
    if (error instanceof ApiError || name === "InvalidStateError") throw error;
    throw new UserFacingError(noKeys);
  }
}

const noKeys =
  "Ta przeglądarka albo to urządzenie nie przyjmuje kluczy. Ustaw blokadę ekranu albo spróbuj w Safari lub Chrome.";

const plain = (credential: object) => credential as { id: string; response: Record<string, unknown> };
