import type { Context } from "hono";
import { type Clock, dayMs } from "../../enquiries/clock.ts";
import { type PanelMiddleware, sendError } from "./env.ts";

type Answer = { status: number; headers: [string, string][]; body: ArrayBuffer; at: number };

const keptMs = dayMs;
const maxKeptBytes = 4 * 1024 * 1024;
const bytesBesideBody = 1024;

/** They change nothing, and their answers may be large. */
const reads = ["/panel/api/enquiries/search", "/panel/api/enquiries/export"];

/** Their answers open the panel, so they are not kept. A repeat makes new ones, which replace those that were lost. */
const secretAnswers = ["/panel/api/codes", "/panel/api/links"];

/**
 * Makes writes idempotent, because a proxy may repeat them, or a phone that slept for hours. Each write has its own key; a
 * second request with the same key, session and path gets the first answer and changes nothing (T13).
 */
export function idempotency({ monotonicMs }: Pick<Clock, "monotonicMs">): PanelMiddleware {
  /** Answers, oldest first; promises for requests under way. */
  const known = new Map<string, Answer | Promise<Answer>>();

  async function answer(c: Context, next: () => Promise<void>): Promise<Answer> {
    await next();
    const { status, headers } = c.res;
    const body = await c.res.clone().arrayBuffer();
    return { status, headers: [...headers], body, at: monotonicMs() };
  }

  function forgetOld(): void {
    const kept = [...known].flatMap(([key, one]) => (one instanceof Promise ? [] : [{ key, ...one }]));
    let bytes = kept.reduce((sum, { body }) => sum + body.byteLength + bytesBesideBody, 0);
    for (const { key, at, body } of kept) {
      if (bytes <= maxKeptBytes && monotonicMs() - at < keptMs) return;
      known.delete(key);
      bytes -= body.byteLength + bytesBesideBody;
    }
  }

  return async (c, next) => {
    if (c.req.method === "GET" || c.req.method === "HEAD" || reads.includes(c.req.path)) return next();
    const sent = c.req.header("Idempotency-Key");
    if (!sent || !/^[\w-]{16,64}$/.test(sent)) return sendError(c, 400, "bad-request");
    const key = JSON.stringify([c.get("session").id, c.req.method, c.req.path, sent]);
    forgetOld();
    const earlier = known.get(key);
    if (earlier) {
      const { status, headers, body } = await earlier;
      return new Response(body.byteLength > 0 ? body : null, { status, headers });
    }
    const first = answer(c, next);
    known.set(key, first);
    const answered = await first.catch((error: unknown) => {
      known.delete(key);
      throw error;
    });
    known.delete(key);
    // A server error may be temporary, so the same write may be retried.
    if (answered.status < 500 && !secretAnswers.includes(c.req.path)) known.set(key, answered);
    forgetOld();
  };
}
