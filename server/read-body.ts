import type { IncomingMessage } from "node:http";

/** The whole body; or, when it is over the limit, its beginning; `broken` when the visitor hung up in the middle. */
type Body = { kind: "whole" | "tooLarge"; bytes: Buffer } | { kind: "broken" };

/** Reads at most `maxBytes` of a body; the rest is left for the connection to throw away. */
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
