import { Hono } from "hono";
import * as z from "zod/mini";
import { exportFormats } from "../../enquiries/owner/inbox.ts";
import { type PanelEnv, sendError } from "./env.ts";
import { requireFresh } from "./guards.ts";
import { jsonBody } from "./json-body.ts";
import type { PanelDeps } from "./panel-deps.ts";

/** Exports all enquiries as one file. Not idempotency-protected: an export changes nothing, and its answer must not be stored. */
export function createExportApi({ exporter, accounts: { auditLog } }: PanelDeps) {
  const body = jsonBody(z.object({ format: z.enum(exportFormats) }));
  return new Hono<PanelEnv>().post("/enquiries/export", requireFresh, body, async (c) => {
    const { format } = c.req.valid("json");
    const file = exporter.start(format);
    if (!file) return sendError(c, 503, "busy");
    await auditLog.write({ action: "exported", device: c.get("session").deviceName, detail: format });
    const type = format === "csv" ? "text/csv; charset=utf-8" : "application/json";
    return c.body(file, 200, { "Content-Type": type });
  });
}
