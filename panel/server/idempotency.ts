import type { Context } from "hono";
import { type Clock, minuteMs } from "../../enquiries/clock.ts";
import { type PanelMiddleware, sendError } from "./env.ts";

type Answer = { status: number; headers: [string, string][]; body: ArrayBuffer; at: number };

const keptMs = 10 * minuteMs;
const maxKeptBytes = 4 * 1024 * 1024;
/** Headers and key of an answer, roughly. */
const bytesBesideBody = 1024;

/** Their answers are secrets. A repeat makes new ones, which replace those of the answer that was lost. */
const secretAnswers = ["/panel/api/codes", "/panel/api/links"];

/**
 * Makes writes idempotent, because a proxy may repeat them. Each write of a signed-in device has its own key; a second request with the
 * same key, session and path gets the first answer and changes nothing (T13).
 */
export function idempotency({ monotonicMs }: Pick<Clock, "monotonicMs">): PanelMiddleware {
  const pending = new Map<string, Promise<Answer>>();
  /** Oldest first. */
  const kept = new Map<string, Answer>();

  async function answer(c: Context, next: () => Promise<void>): Promise<Answer> {
    await next();
    const { status, headers } = c.res;
    const body = await c.res.clone().arrayBuffer();
    return { status, headers: [...headers], body, at: monotonicMs() };
  }

  function forgetOld(): void {
    let bytes = [...kept.values()].reduce((sum, { body }) => sum + body.byteLength + bytesBesideBody, 0);
    for (const [key, { at, body }] of kept) {
      if (bytes <= maxKeptBytes && monotonicMs() - at < keptMs) return;
      kept.delete(key);
      bytes -= body.byteLength + bytesBesideBody;
    }
  }

  return async (c, next) => {
    if (c.req.method === "GET" || c.req.method === "HEAD") return next();
    const sent = c.req.header("Idempotency-Key");
    if (!sent || !/^[\w-]{16,64}$/.test(sent)) return sendError(c, 400, "bad-request");
    const key = JSON.stringify([c.get("session").id, c.req.method, c.req.path, sent]);
    forgetOld();
    const known = kept.get(key) ?? pending.get(key);
    if (known) return toResponse(await known);
    const first = answer(c, next);
    pending.set(key, first);
    try {
      const answered = await first;
      // A server error may be temporary: the same write may be retried.
      if (answered.status < 500 && !secretAnswers.includes(c.req.path)) kept.set(key, answered);
      forgetOld();
    } finally {
      pending.delete(key);
    }
  };
}

function toResponse({ status, headers, body }: Answer): Response {
  return new Response(body.byteLength > 0 ? body : null, { status, headers });
}
