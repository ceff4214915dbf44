import type { IncomingMessage } from "node:http";
import type { EnquiryService } from "../enquiries/service.server.ts";
import { parseSubmissionBody } from "../enquiries/submit.server.ts";
import type { ClientAddress } from "./client-address.ts";
import { type Handler, type HttpContext, HttpError } from "./http-env.ts";

export type ReceiveDeps = Pick<EnquiryService, "countRequest"> & { clientAddress: ClientAddress };
export type PostDeps = ReceiveDeps & Pick<EnquiryService, "submit">;

const maxBodyBytes = 64 * 1024;

/** `POST /api/enquiries`: one enquiry as JSON (B10.3). */
export function postEnquiry(deps: PostDeps): Handler {
  return async (c) => {
    const { clientAddress, bytes, isWhole } = await receiveEnquiry(c, deps, "application/json");
    if (!isWhole) throw tooLarge;
    const submission = parseSubmissionBody(parseJson(bytes));
    if (submission === undefined) throw notAnEnquiry;

    const result = await deps.submit({ ...submission, clientAddress });
    const headers = { "Cache-Control": "no-store" };
    switch (result.kind) {
      case "accepted":
        return c.json({ reference: result.reference, date: result.date }, 201, headers);
      case "taken":
        return c.json({ error: "taken", slots: result.slots }, 409, headers);
      case "invalid":
        return c.json({ errors: result.errors }, 422, headers);
      case "limited":
        throw tooManyRequests(result.retryAfterSeconds);
      case "unavailable":
        throw new HttpError(503, "The enquiry could not be stored");
    }
  };
}

export const notAnEnquiry = new HttpError(400, "Not an enquiry");
export const tooLarge = new HttpError(413, "At most 64 KiB");

/** The body of a request with its sender's address; throws if it is not read because of its sender or type. */
export async function receiveEnquiry(
  c: HttpContext,
  { countRequest, clientAddress: addressOf }: ReceiveDeps,
  type: string,
) {
  const { incoming } = c.env;
  const clientAddress = addressOf(incoming);
  // Before the body is read: rejecting what is not an enquiry takes time, too.
  const waitSeconds = countRequest(clientAddress);
  if (waitSeconds !== undefined) throw tooManyRequests(waitSeconds);
  const [sentType = ""] = (c.req.header("Content-Type") ?? "").split(";", 1);
  if (sentType.trim().toLowerCase() !== type) throw new HttpError(415, `Send ${type}`);
  return { clientAddress, ...(await readBody(incoming)) };
}

/** The body, or its beginning if it is over the limit: the connection discards the rest. Throws if the client has disconnected. */
async function readBody(incoming: IncomingMessage) {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  try {
    // Destroying the request would close the connection before the answer is sent.
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
      chunks.push(chunk);
      sizeBytes += chunk.length;
      if (sizeBytes > maxBodyBytes) break;
    }
  } catch {
    throw notAnEnquiry;
  }
  return { bytes: Buffer.concat(chunks).subarray(0, maxBodyBytes), isWhole: sizeBytes <= maxBodyBytes };
}

export const formType = "application/x-www-form-urlencoded";

export const formFields = (bytes: Buffer): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(bytes.toString("utf8")));

const tooManyRequests = (retryAfterSeconds: number) =>
  new HttpError(429, "Too many enquiries", { "Retry-After": String(retryAfterSeconds) });

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
