import { Hono } from "hono";
import { type PanelDeps, type PanelEnv, sendError } from "./env.ts";

/** Server-sent events. An open stream holds none of the places for requests: those are for answers that somebody waits for. */
export function createLiveApi({ live }: PanelDeps) {
  return new Hono<PanelEnv>().get("/live", async (c) => {
    const stream = await live.listen(c.get("session").id);
    if (!stream) return sendError(c, 503, "busy");
    return c.body(stream, 200, {
      "Content-Type": "text/event-stream",
      // Caddy passes events on by itself; nginx collects answers unless told otherwise.
      "X-Accel-Buffering": "no",
    });
  });
}
