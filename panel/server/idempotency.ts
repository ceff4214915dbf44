import { type PanelMiddleware, sendError } from "./env.ts";

type Answer = { status: number; headers: [string, string][]; body: ArrayBuffer };

const keptMs = 10 * 60_000;
const maxKeptBytes = 4 * 1024 * 1024;
/** Headers and key of an answer, roughly. */
const bytesBesideBody = 1024;

/** Their answers are secrets. A repeat makes new ones, which replace those of the answer that was lost. */
const secretAnswers = ["/panel/api/codes", "/panel/api/links"];

/**
 * Makes writes idempotent, because a proxy may repeat them. Each write of a signed-in device has its own key; a second request with the
 * same key, session and path gets the first answer and changes nothing (T13).
 */
export function idempotency(): PanelMiddleware {
  const answers = new Map<string, Promise<Answer>>();
  // In the order of their arrival, so that the oldest are forgotten first.
  const bytesOf = new Map<string, number>();
  let keptBytes = 0;

  function keep(key: string, { body }: Answer): void {
    const bytes = body.byteLength + bytesBesideBody;
    bytesOf.set(key, bytes);
    keptBytes += bytes;
    for (const oldest of bytesOf.keys()) if (keptBytes > maxKeptBytes) forget(oldest);
    setTimeout(() => forget(key), keptMs).unref();
  }

  function forget(key: string): void {
    answers.delete(key);
    keptBytes -= bytesOf.get(key) ?? 0;
    bytesOf.delete(key);
  }

  return async (c, next) => {
    if (c.req.method === "GET" || c.req.method === "HEAD") return next();
    const sent = c.req.header("Idempotency-Key");
    if (!sent || !/^[\w-]{16,64}$/.test(sent)) return sendError(c, 400, "bad-request");
    const key = JSON.stringify([c.get("session").id, c.req.method, c.req.path, sent]);
    const known = answers.get(key);
    if (known) return toResponse(await known);
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    // Prevents an unhandled rejection if the key is never sent again.
    promise.catch(() => {});
    answers.set(key, promise);
    try {
      await next();
      const answer = await readAnswer(c.res);
      resolve(answer);
      // A server error may be temporary: the same write may be retried.
      if (answer.status >= 500 || secretAnswers.includes(c.req.path)) forget(key);
      else keep(key, answer);
    } catch (error) {
      forget(key);
      reject(error);
      throw error;
    }
  };
}

async function readAnswer(response: Response): Promise<Answer> {
  const body = await response.clone().arrayBuffer();
  return { status: response.status, headers: [...response.headers], body };
}

function toResponse({ body, ...init }: Answer): Response {
  return new Response(body.byteLength > 0 ? body : null, init);
}
