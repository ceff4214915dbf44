import type { IncomingMessage } from "node:http";
import type { EnquiryService } from "../enquiries/service.server.ts";
import { parseSubmissionBody } from "../enquiries/submit.server.ts";
import type { ClientAddress } from "./client-address.ts";
import type { Handler, HttpContext } from "./http-env.ts";
import type { HttpError, SendError } from "./send-error.ts";

export type EnquiryDeps = Pick<EnquiryService, "submit" | "countRequest"> & {
  clientAddress: ClientAddress;
  sendError: SendError;
};

const maxBodyBytes = 64 * 1024;

/** `POST /api/enquiries`: one enquiry as JSON (B10.3). */
export function postEnquiry(deps: EnquiryDeps): Handler {
  const { submit, sendError } = deps;
  return async (c) => {
    const received = await receiveEnquiry(c, deps, "application/json");
    if (received instanceof Response) return received;
    const { clientAddress, body } = received;
    if (body.kind === "tooLarge") return sendError(c, { statusCode: 413, message: "At most 64 KiB" });
    const submission = body.kind === "whole" ? parseSubmissionBody(parseJson(body.bytes)) : undefined;
    if (submission === undefined) return sendError(c, notAnEnquiry);

    const result = await submit({ ...submission, clientAddress });
    const headers = { "Cache-Control": "no-store" };
    switch (result.kind) {
      case "accepted":
        return c.json({ reference: result.reference, date: result.date }, 201, headers);
      case "taken":
        return c.json({ error: "taken", slots: result.slots }, 409, headers);
      case "invalid":
        return c.json({ errors: result.errors }, 422, headers);
      case "limited":
        return sendError(c, tooManyRequests(result.retryAfterSeconds));
      case "unavailable":
        return sendError(c, { statusCode: 503, message: "The enquiry could not be stored" });
    }
  };
}

export const notAnEnquiry: HttpError = { statusCode: 400, message: "Not an enquiry" };

/** The body of a request with its sender's address, or the error for a request that is not read because of its sender or type. */
export async function receiveEnquiry(
  c: HttpContext,
  { countRequest, clientAddress: addressOf, sendError }: Omit<EnquiryDeps, "submit">,
  type: string,
) {
  const { incoming } = c.env;
  const clientAddress = addressOf(incoming);
  // Before the body is read: rejecting what is not an enquiry takes time, too.
  const waitSeconds = countRequest(clientAddress);
  if (waitSeconds !== undefined) return sendError(c, tooManyRequests(waitSeconds));
  const [sentType = ""] = (c.req.header("Content-Type") ?? "").split(";", 1);
  if (sentType.trim().toLowerCase() !== type) {
    return sendError(c, { statusCode: 415, message: `Send ${type}` });
  }
  return { clientAddress, body: await readBody(incoming, maxBodyBytes) };
}

/** The body, or its beginning if it is over the limit; `broken` if the client disconnected. */
type Body = { kind: "whole" | "tooLarge"; bytes: Buffer } | { kind: "broken" };

/** Reads at most `maxBytes` of a body; the connection discards the rest. */
async function readBody(incoming: IncomingMessage, maxBytes: number): Promise<Body> {
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

export const formFields = (bytes: Buffer): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(bytes.toString("utf8")));

function tooManyRequests(retryAfterSeconds: number): HttpError {
  const headers = { "Retry-After": String(retryAfterSeconds) };
  return { statusCode: 429, message: "Too many enquiries", headers };
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
