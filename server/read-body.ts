import type { IncomingMessage } from "node:http";

/** The body, or its beginning if it is over the limit; `broken` if the client disconnected. */
type Body = { kind: "whole" | "tooLarge"; bytes: Buffer } | { kind: "broken" };

/** Reads at most `maxBytes` of a body; the connection discards the rest. */
export async function readBody(incoming: IncomingMessage, maxBytes: number): Promise<Body> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  try {
    // Destroying the request would close the connection before the answer is sent.
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
      chunks.push(chunk);
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes)
        return { kind: "tooLarge", bytes: Buffer.concat(chunks).subarray(0, maxBytes) };
    }
  } catch {
    return { kind: "broken" };
  }
  return { kind: "whole", bytes: Buffer.concat(chunks) };
}
