import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { Hono } from "hono";
import { type PanelEnv, sendError } from "./env.ts";
import { requireFresh } from "./guards.ts";
import type { PanelDeps } from "./panel-deps.ts";

/** Makes, lists and downloads full backups. They hold visitors' data, so a fresh passkey check is required (P8.3, T18). */
export function createBackupsApi({ backups, accounts: { auditLog } }: PanelDeps) {
  return new Hono<PanelEnv>()
    .get("/copies", async (c) => c.json({ copies: await backups.list() }))
    .post("/copies", requireFresh, async (c) => {
      const made = await backups.make();
      if (made === "no-room") return sendError(c, 409, "no-room");
      await auditLog.write({ action: "copied", device: c.get("session").deviceName });
      return c.json(made);
    })
    .post("/copies/allowed", requireFresh, (c) => c.body(null, 204))
    .get("/copies/:name", requireFresh, async (c) => {
      const path = await backups.find(c.req.param("name"));
      if (path === undefined) return sendError(c, 404, "not-found");
      const { size } = await stat(path);
      await auditLog.write({ action: "copy-taken", device: c.get("session").deviceName });
      return c.body(Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>, 200, {
        "Content-Type": "application/x-tar",
        "Content-Length": String(size),
        "Content-Disposition": `attachment; filename="${c.req.param("name")}"`,
        // Keeps `compress` from removing the length.
        "Content-Encoding": "identity",
      });
    });
}
