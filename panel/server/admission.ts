import type { Context } from "hono";
import { secondMs } from "../../enquiries/clock.ts";
import { createNetworkRateLimiter } from "../../enquiries/limits.server.ts";
import { createClientAddress } from "../../server/client-address.ts";
import { limitConcurrency } from "../../server/concurrency-limit.ts";
import { createSessionCookie, limitBody, type PanelDeps, type PanelMiddleware, sendError } from "./env.ts";

const apiPath = "/panel/api";

/** The calls that need no session: sign-in, one-time links and recovery (T1, T2). */
const publicCalls = new Set([
  "GET /door",
  "POST /sign-in/options",
  "POST /sign-in",
  "POST /links/claim",
  "POST /recovery",
]);

/** For each session, so that a let-in device cannot shut the owner out. An album asks for its pictures all at once. */
const sessionLimits = { atOnce: 20, maxWaiting: 200 };
const anonymousLimits = { atOnce: 4, maxWaiting: 200 };

const anonymousBodyMs = 5 * secondMs;

/**
 * Admits requests. Each session has 20 places of its own. Without one, only pages and public calls are admitted: they are counted, read
 * completely, and then wait for one of four places.
 */
export function admit({ accounts, settings, clock }: PanelDeps): PanelMiddleware {
  const cookie = createSessionCookie(settings);
  const clientAddress = createClientAddress(settings.config().trustedProxies);
  const turnsOf = new Map<string, ReturnType<typeof limitConcurrency>>();
  const takeAnonymousTurn = limitConcurrency(anonymousLimits);
  // For an IPv4 address or /64, its /56 and its /48, separately for each call. Guessing secrets is hopeless anyway: this only limits the
  // load, so that the owner, who may share an address of a mobile network, waits for seconds at most.
  const countAnonymous = createNetworkRateLimiter({ limits: [20, 40, 80], windowMs: 10 * secondMs, clock });

  return async (c, next) => {
    const token = cookie.read(c);
    const session = token === undefined ? undefined : await accounts.sessions.find(token);
    if (session) {
      c.set("session", session);
      c.set("record", (entry) => accounts.auditLog.write({ device: session.deviceName, ...entry }));
      const takeTurn = turnsOf.get(session.id) ?? limitConcurrency(sessionLimits);
      turnsOf.set(session.id, takeTurn);
      return takeTurn(next);
    }
    const call = callOf(c);
    if (call === undefined) return sendError(c, 401, "signed-out");
    const waitSeconds = countAnonymous(clientAddress(c.env.incoming), call);
    if (waitSeconds !== undefined) {
      c.header("Retry-After", String(waitSeconds));
      return sendError(c, 429, "too-many");
    }
    return (await receiveBody(c)) ?? takeAnonymousTurn(next);
  };
}

function callOf({ req: { method, path } }: Context): string | undefined {
  if (path !== apiPath && !path.startsWith(`${apiPath}/`)) return "page";
  const call = `${method} ${path.slice(apiPath.length)}`;
  return publicCalls.has(call) ? call : undefined;
}

const limitAnonymousBody = limitBody(16 * 1024);

/** Reads the whole body first; returns an error response if it is too large, broken or not complete in time. */
async function receiveBody(c: Context): Promise<Response | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<Response>();
  const timer = setTimeout(() => {
    c.header("Connection", "close");
    resolve(sendError(c, 408, "too-slow"));
  }, anonymousBodyMs);
  const received = limitAnonymousBody(c, async () => {
    if (c.req.raw.body) c.req.raw = new Request(c.req.raw, { body: await c.req.raw.arrayBuffer() });
  });
  try {
    return (await Promise.race([received, late])) ?? undefined;
  } catch {
    return sendError(c, 400, "bad-request");
  } finally {
    clearTimeout(timer);
  }
}
