import { Hono } from "hono";
import * as z from "zod/mini";
import { type PanelEnv, type PanelMiddleware, sendError } from "./env.ts";
import { limitBody, partOfFile, query } from "./json-body.ts";
import type { PanelDeps } from "./panel-deps.ts";

const maxPartBytes = 4 * 1024 * 1024;
/** Identifies the file, so that the browser can resume after a lost connection. */
const key = "[0-9a-f]{64}";

/** "Mam kopię": uploads a full backup to a panel without an owner and restores it there (P8.3, T20). */
export function createRestoreApi({ restorer: { incoming, state, isFree, start } }: PanelDeps) {
  const onlyWhileFree: PanelMiddleware = async (c, next) =>
    (await isFree()) ? next() : sendError(c, 409, "has-owner");

  return new Hono<PanelEnv>()
    .get("/restore", async (c) => c.json({ isOffered: await isFree(), state: state() }))
    .get(`/restore/:key{${key}}`, async (c) =>
      c.json({ received: await incoming.received(c.req.param("key")) }),
    )
    .put(
      `/restore/:key{${key}}`,
      onlyWhileFree,
      limitBody(maxPartBytes),
      query(z.object(partOfFile)),
      async (c) => {
        const bytes = new Uint8Array(await c.req.arrayBuffer());
        const received = await incoming.append(c.req.param("key"), { ...c.req.valid("query"), bytes });
        return received === "no-room" ? sendError(c, 409, "no-room") : c.json({ received });
      },
    )
    .post(`/restore/:key{${key}}`, onlyWhileFree, (c) => {
      start(c.req.param("key"), c.get("session").deviceName);
      return c.body(null, 204);
    });
}
