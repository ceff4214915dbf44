import { Hono } from "hono";
import * as z from "zod/mini";
import { type PanelEnv, type PanelMiddleware, sendError } from "./env.ts";
import { limitBody, partOfFile, query } from "./json-body.ts";
import type { PanelDeps } from "./panel-deps.ts";

const maxPartBytes = 4 * 1024 * 1024;
/** Identifies the file, so that the browser can resume after a lost connection. */
const key = "[0-9a-f]{64}";

/**
 * "Mam kopię": uploads a full backup to a panel without an owner, checks it, and restores it by a restart once it is confirmed
 * (P8.3, T20).
 */
export function createRestoreApi({ restorer }: PanelDeps) {
  const onlyWhileFree: PanelMiddleware = async (c, next) =>
    (await restorer.isFree()) ? next() : sendError(c, 409, "has-owner");

  return new Hono<PanelEnv>()
    .get("/restore", async (c) => c.json({ isOffered: await restorer.isFree(), state: restorer.state() }))
    .get(`/restore/:key{${key}}`, async (c) =>
      c.json({ received: await restorer.received(c.req.param("key")) }),
    )
    .put(
      `/restore/:key{${key}}`,
      onlyWhileFree,
      limitBody(maxPartBytes),
      query(z.object(partOfFile)),
      async (c) => {
        const bytes = new Uint8Array(await c.req.arrayBuffer());
        const received = await restorer.append(c.req.param("key"), { ...c.req.valid("query"), bytes });
        return received === "no-room" ? sendError(c, 409, "no-room") : c.json({ received });
      },
    )
    .post(`/restore/:key{${key}}`, onlyWhileFree, (c) => {
      restorer.check(c.req.param("key"));
      return c.body(null, 204);
    })
    .post(`/restore/:key{${key}}/confirm`, onlyWhileFree, async (c) => {
      const { id: sessionId, deviceName: by } = c.get("session");
      const isConfirmed = await restorer.confirm(c.req.param("key"), { sessionId, by });
      return isConfirmed ? c.body(null, 204) : sendError(c, 409, "not-found");
    });
}
