import { call } from "../api.ts";
import { hashOf, retryUntilAnswered, sendPart } from "../send-parts.ts";

export type Sent =
  | { readonly kind: "stored"; readonly file: string }
  | { readonly kind: "refused"; readonly words: string };
type Answer = Sent | { readonly kind: "partial"; readonly received: number };

const partBytes = 256 * 1024;

/** Uploads a photograph in parts, and resumes after errors where the server stopped. */
export async function sendPhoto(
  photo: Blob,
  name: string,
  onProgress: (part: number | "waiting" | "working") => void,
): Promise<Sent> {
  const bytes = await photo.arrayBuffer();
  const size = bytes.byteLength;
  const url = `/panel/api/uploads/${await hashOf(bytes)}`;

  async function sendRest(): Promise<Sent> {
    const known = (await (await call(url)).json()) as { received: number; file: string | null };
    if (known.file !== null) return { kind: "stored", file: known.file };
    let from = known.received;
    for (;;) {
      const end = Math.min(from + partBytes, size);
      onProgress(end === size ? "working" : from / size);
      const query = { from: String(from), size: String(size), name };
      const answer = (await sendPart(url, query, bytes.slice(from, end))) as Answer;
      if (answer.kind !== "partial") return answer;
      from = answer.received;
    }
  }

  return retryUntilAnswered(sendRest, () => onProgress("waiting"));
}
