import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";

const monthSeconds = 30 * 24 * 60 * 60;

export type SessionCookie = ReturnType<typeof createSessionCookie>;

/** The one cookie of the panel. Browsers accept the `__Host-` prefix on https only, so on http it has none (P2.5, T11). */
export function createSessionCookie(siteUrl: string) {
  const secure = siteUrl.startsWith("https:");
  const name = secure ? "__Host-panel" : "panel";
  const options = { path: "/", httpOnly: true, sameSite: "Lax", secure } as const;

  return {
    read: (c: Context) => getCookie(c, name),
    write: (c: Context, token: string) => setCookie(c, name, token, { ...options, maxAge: monthSeconds }),
    remove: (c: Context) => deleteCookie(c, name, options),
  };
}
