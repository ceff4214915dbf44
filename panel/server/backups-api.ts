import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { Hono } from "hono";
import { type PanelEnv, sendError } from "./env.ts";
import { requireFresh } from "./guards.ts";
import type { PanelDeps } from "./panel-deps.ts";

/** Makes, lists and downloads full backups. They hold visitors' data, so a fresh passkey check is required (P8.3, T18). */
export function createBackupsApi({ backups, log, accounts: { auditLog } }: PanelDeps) {
  /** Of the last backup that was asked for here. */
  let failure: "no-room" | "failed" | null = null;

  /** Takes longer than a request may: the browser asks for the list until it is made. */
  async function make(device: string): Promise<void> {
    try {
      if ((await backups.make()) === "no-room") failure = "no-room";
      else await auditLog.write({ action: "copied", device });
    } catch (error) {
      failure = "failed";
      log.error({ err: error }, "the backup failed");
    }
  }

  return new Hono<PanelEnv>()
    .get("/copies", async (c) =>
      c.json({ copies: await backups.list(), isMaking: backups.isMaking(), failure }),
    )
    .post("/copies", requireFresh, (c) => {
      failure = null;
      void make(c.get("session").deviceName);
      return c.body(null, 202);
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
