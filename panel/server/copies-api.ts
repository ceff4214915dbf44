import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { Hono } from "hono";
import { type PanelEnv, sendError } from "./env.ts";
import { requireFresh } from "./guards.ts";
import type { PanelDeps } from "./panel-deps.ts";

/** The copies of everything: made, listed, taken away. They hold what visitors wrote, so a passkey is asked for. */
export function createCopiesApi({ copies, accounts: { auditLog } }: PanelDeps) {
  return new Hono<PanelEnv>()
    .get("/copies", async (c) => c.json({ copies: await copies.list() }))
    .post("/copies", requireFresh, async (c) => {
      const made = await copies.make();
      if (made === "no-room") return sendError(c, 409, "no-room");
      await auditLog.write({ action: "copied", device: c.get("session").deviceName });
      return c.json(made);
    })
    .post("/copies/allowed", requireFresh, (c) => c.body(null, 204))
    .get("/copies/:name", requireFresh, async (c) => {
      const path = await copies.find(c.req.param("name"));
      if (path === undefined) return sendError(c, 404, "not-found");
      const { size } = await stat(path);
      await auditLog.write({ action: "copy-taken", device: c.get("session").deviceName });
      return c.body(Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>, 200, {
        "Content-Type": "application/x-tar",
        "Content-Length": String(size),
        "Content-Disposition": `attachment; filename="${c.req.param("name")}"`,
        // Else the answer would be compressed on its way, and its length unknown.
        "Content-Encoding": "identity",
      });
    });
}
