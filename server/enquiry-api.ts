import { canaryHeader, parseSubmissionBody, type Submit } from "../enquiries/submit.server.ts";
import type { ClientAddress } from "./client-address.ts";
import type { Handler } from "./http-env.ts";
import { mediaType, readBody } from "./read-body.ts";
import type { HttpError, SendError } from "./send-error.ts";

/** Counts a request of this address; seconds to wait when it has sent too many, else undefined. */
export type CountRequest = (clientAddress: string) => number | undefined;

export type EnquiryDeps = {
  submit: Submit;
  countRequest: CountRequest;
  clientAddress: ClientAddress;
  sendError: SendError;
};

export const maxBodyBytes = 64 * 1024;

/** `POST /api/enquiries`: one enquiry as JSON; the answers are those of docs/behaviour.md, B10.3. */
export function postEnquiry({ submit, countRequest, clientAddress, sendError }: EnquiryDeps): Handler {
  return async (c) => {
    const { incoming } = c.env;
    const address = clientAddress(incoming.socket.remoteAddress, c.req.header("X-Forwarded-For"));
    // Before anything is read: sorting out what is no enquiry costs time as well.
    const waitSeconds = countRequest(address);
    if (waitSeconds !== undefined) return sendError(c, tooManyRequests(waitSeconds));
    if (mediaType(c.req.header("Content-Type")) !== "application/json") {
      return sendError(c, { statusCode: 415, message: "Send application/json" });
    }
    const body = await readBody(incoming, maxBodyBytes);
    if (body.kind === "tooLarge") return sendError(c, { statusCode: 413, message: "At most 64 KiB" });
    const submission = body.kind === "whole" ? parseSubmissionBody(parseJson(body.bytes)) : undefined;
    if (submission === undefined) return sendError(c, { statusCode: 400, message: "Not an enquiry" });

    const result = await submit({
      ...submission,
      clientAddress: address,
      canaryToken: c.req.header(canaryHeader),
    });
    const headers = { "Cache-Control": "no-store" };
    switch (result.kind) {
      case "accepted":
        return c.json({ reference: result.reference }, 201, headers);
      case "invalid":
        return c.json({ errors: result.errors }, 422, headers);
      case "limited":
        return sendError(c, tooManyRequests(result.retryAfterSeconds));
      case "unavailable":
        return sendError(c, { statusCode: 503, message: "The enquiry could not be stored" });
    }
  };
}

export function tooManyRequests(retryAfterSeconds: number): HttpError {
  return {
    statusCode: 429,
    message: "Too many enquiries",
    headers: { "Retry-After": String(retryAfterSeconds) },
  };
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
