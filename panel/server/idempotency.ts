import { type PanelMiddleware, sendError } from "./env.ts";

const rememberedMs = 10 * 60_000;
const maxRemembered = 500;

/**
 * Makes writes idempotent, because a proxy may repeat them. Each write of a signed-in device has its own key; a second request with the
 * same key, session and path gets the first answer and changes nothing.
 */
export function idempotency(now: () => number): PanelMiddleware {
  const answers = new Map<string, { at: number; answer: Promise<Response> }>();

  function forgetOld(): void {
    for (const [key, { at }] of answers) {
      if (answers.size <= maxRemembered && now() - at < rememberedMs) return;
      answers.delete(key);
    }
  }

  return async (c, next) => {
    if (c.req.method === "GET" || c.req.method === "HEAD") return next();
    const sent = c.req.header("Idempotency-Key");
    if (!sent || !/^[\w-]{16,64}$/.test(sent)) return sendError(c, 400, "bad-request");
    const key = JSON.stringify([c.get("session").id, c.req.method, c.req.path, sent]);
    const known = answers.get(key);
    if (known) return (await known.answer).clone();
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    // Prevents an unhandled rejection if the key is never sent again.
    promise.catch(() => {});
    answers.set(key, { at: now(), answer: promise });
    forgetOld();
    try {
      await next();
      // A server error may be temporary: the same write may be retried.
      if (c.res.status >= 500) answers.delete(key);
      resolve(c.res.clone());
    } catch (error) {
      answers.delete(key);
      reject(error);
      throw error;
    }
  };
}
