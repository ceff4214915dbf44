import { ApiError, call, pause, toHex } from "./api.ts";

/** The server responds to the last part of a photograph only after encoding it in every width. */
const timeoutMs = 110_000;

/** Sends a part of a file, or a small file, and returns the server's answer. */
export async function sendPart(url: string, query: Record<string, string>, part: BodyInit): Promise<unknown> {
  const response = await call(`${url}?${new URLSearchParams(query)}`, {
    method: "PUT",
    headers: { "Content-Type": "application/octet-stream" },
    body: part,
    signal: AbortSignal.timeout(timeoutMs),
  });
  return response.json();
}

/** A restart of the server passes in seconds, so after `maxFailures` answers that it failed the reason is another. */
export async function retryUntilAnswered<Result>(
  step: () => Promise<Result>,
  onWaiting?: () => void,
  maxFailures = Number.POSITIVE_INFINITY,
) {
  for (let failures = 0; ; ) {
    try {
      return await step();
    } catch (error) {
      const isTransient = error instanceof ApiError && ["offline", "busy", "failed"].includes(error.code);
      if (!isTransient || (error.code === "failed" && ++failures > maxFailures)) throw error;
      onWaiting?.();
      await pause(2000);
    }
  }
}

/** The SHA-256 in hex, which identifies an upload in its URL. */
export async function hashOf(bytes: BufferSource): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

/** Downloads a file that was made in the browser. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  // Safari reads it only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 40_000);
}
