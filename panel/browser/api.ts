import { hc } from "hono/client";
import type { PanelApi } from "../server/api.ts";
import { type ErrorCode, errorTexts } from "../server/error-texts.ts";

/** A failed request with the server's reason; `offline` without a response; `refused-on-the-way` if a proxy rejects the body's size. */
export class ApiError extends Error {
  readonly code: keyof typeof texts;

  constructor(code: ApiError["code"]) {
    super(code);
    this.code = code;
  }
}

/** The panel's typed client. A request rejects with an ApiError unless it succeeds. */
export const api = hc<PanelApi>("/panel/api", { fetch: call });

/**
 * Sends one request and receives the whole response, so that reading it cannot fail if the connection breaks midway. Use it directly only
 * for bodies that are not JSON; `api` is typed. A write whose response got lost is sent once more under its key, because the server carries it
 * out once and then tells what became of it. That holds for no call without a session. Uploads, which bring a signal of their own, are resumed by
 * their senders.
 */
export async function call(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  if (init.method && init.method !== "GET") {
    headers.set("X-Panel", "1");
    if (!headers.has("Idempotency-Key")) headers.set("Idempotency-Key", randomId());
  }
  // Both attempts share it, so that one that took too long is not repeated.
  const signal = init.signal ?? AbortSignal.timeout(20_000);
  const fail = () => {
    throw new ApiError("offline");
  };
  const send = async () => {
    const received = await fetch(input, { ...init, headers, signal });
    // A proxy's answer: the server may have carried it out. Uploads count these as failures.
    if (!init.signal && [502, 504].includes(received.status)) return fail();
    await received.clone().arrayBuffer();
    return received;
  };
  const hasSession = !/\/(?:sign-in|recovery)$/.test(String(input));
  const canRepeat = headers.has("Idempotency-Key") && !init.signal && hasSession;
  const response = await send()
    .catch(canRepeat ? send : fail)
    .catch(fail);
  if (response.ok) return response;
  const { error } = (await response.json().catch(() => ({}))) as { error?: ErrorCode };
  throw new ApiError(error ?? (response.status === 413 ? "refused-on-the-way" : "failed"));
}

/**
 * The URL of a photograph from a release; by default from the draft, or from the live site if the draft lacks it. The server sends the
 * next larger width that exists.
 */
export function photoUrl(file: string, width: number, release?: string): string {
  return `/panel/api/photos/${encodeURIComponent(file)}/${width}${queryOf(release)}`;
}

/** The screen of a photograph. The file is in the query, because the server treats a path with an extension as a file. */
export const photoScreen = (file: string) => `/zdjecia/opis?plik=${encodeURIComponent(file)}`;

/** Asks for an earlier publication; without one, for the draft. */
export const queryOf = (release?: string) =>
  release === undefined ? "" : `?version=${encodeURIComponent(release)}`;

/** An error whose message is shown to the owner. */
export class UserFacingError extends Error {}

/** For `catch`: replaces the message of one kind of error. */
export const explain = (code: ApiError["code"], message: string) => (error: unknown) => {
  throw error instanceof ApiError && error.code === code ? new UserFacingError(message) : error;
};

export function errorText(error: unknown): string {
  if (error instanceof UserFacingError) return error.message;
  if (!(error instanceof ApiError)) return texts.failed;
  if (error.code !== "needs-passkey" || isSecureContext) return texts[error.code];
  return "Panel jest otwarty bez https, więc to, że to Ty, potwierdzi tylko nowy link z serwera. Poproś o niego osobę, która opiekuje się serwerem.";
}

const texts = {
  ...errorTexts,
  offline: "Brak połączenia z serwerem. Spróbuj za chwilę.",
  "refused-on-the-way":
    "Serwer pośredniczący przed stroną (np. nginx) nie przepuszcza tak dużych plików. Osoba, która opiekuje się serwerem, zmieni to według pliku deploy/nginx.conf.",
};

/** Waits between two requests of a poll. */
export const pause = (ms = 1000) => new Promise((done) => setTimeout(done, ms));

/** Headers of a call that may be repeated after a lost response: the server carries it out once. */
export const oneKey = () => ({ "Idempotency-Key": randomId() });

/** 128 random bits in hex. `crypto.randomUUID` needs https. */
export const randomId = () => toHex(crypto.getRandomValues(new Uint8Array(16)));

export const toHex = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
