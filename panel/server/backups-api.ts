import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import * as z from "zod/mini";
import {
  fileKey,
  filePart,
  found,
  jsonBody,
  limitBody,
  type PanelDeps,
  type PanelMiddleware,
  query,
  requireFresh,
  requireFreshGuest,
  routes,
  sendError,
  sendStarted,
} from "./env.ts";

const line = z.string().check(z.maxLength(300));
const recipient = z.string().check(z.regex(/^age1[0-9a-z]{58}$/));

/**
 * Makes, lists, downloads and sends full backups. They hold visitors' data, so a fresh passkey check is required (P8.3, T18). Only the
 * public half of the owner's key arrives here (C8.1).
 */
export function createBackupsApi({ backups, offsite, settings, log }: PanelDeps) {
  return (
    routes()
      .get("/backups", async (c) => {
        const isMaking = backups.isMaking();
        const failure = isMaking ? null : await backups.failure();
        const { backupUrl, databaseUrl } = settings.config();
        const record = offsite.recordIfReadable();
        const sent = record && { ...record, hasServer: Boolean(backupUrl), isSending: offsite.isSending() };
        const newest = (await backups.newest())?.name;
        const state = { newest, isMaking, failure, hasDatabase: databaseUrl === undefined };
        return c.json({ backups: await backups.list(), ...state, offsite: sent });
      })
      .post("/backups/challenge", requireFresh, jsonBody(z.object({ recipient })), async (c) => {
        const file = await offsite.createChallenge(c.req.valid("json").recipient).catch(() => undefined);
        return file === undefined ? sendError(c, 400, "bad-request") : c.json({ file });
      })
      .post("/backups/key", requireFresh, jsonBody(z.object({ recipient, answer: line })), async (c) => {
        const { recipient, answer } = c.req.valid("json");
        if (!(await offsite.prove(recipient, answer))) return sendError(c, 403, "refused");
        await c.var.record({ action: "settings-changed", detail: "klucz do kopii" });
        return c.body(null, 204);
      })
      .post("/backups/send", requireFresh, (c) =>
        sendStarted(c, offsite.send(false), log, "a backup could not be sent"),
      )
      .post("/backups", requireFresh, (c) => {
        const make = async () => (await backups.make()) !== "no-room" && c.var.record({ action: "copied" });
        return sendStarted(c, make(), log, "the backup failed");
      })
      // Asked before a download, which cannot prompt for the passkey.
      .post("/backups/allowed", requireFresh, (c) => c.body(null, 204))
      .get("/backups/:name", requireFresh, async (c) => {
        const backup = found((await backups.list()).find(({ name }) => name === c.req.param("name")));
        await c.var.record({ action: "copy-taken" });
        const content = Readable.toWeb(createReadStream(backups.fileOf(backup.name)));
        return c.body(content as ReadableStream<Uint8Array>, 200, {
          "Content-Type": "application/x-tar",
          "Content-Length": String(backup.bytes),
          "Content-Disposition": `attachment; filename="${backup.name}"`,
          // Keeps `compress` from removing the length.
          "Content-Encoding": "identity",
        });
      })
  );
}

/** "Mam kopię": receives a full backup for a panel without an owner, checks it, and once confirmed restarts to restore it (P8.3, T20). */
export function createRestoreApi({ restorer, accounts }: PanelDeps) {
  const onlyWhileFree: PanelMiddleware = async (c, next) =>
    (await accounts.isSetUp()) ? sendError(c, 409, "has-owner") : requireFreshGuest(c, next);

  return routes()
    .get("/restore", async (c) => c.json({ isOffered: !(await accounts.isSetUp()), state: restorer.state() }))
    .get(`/restore/${fileKey}`, async (c) =>
      c.json({ received: await restorer.received(c.req.param("key")) }),
    )
    .put(`/restore/${fileKey}`, onlyWhileFree, limitBody(4 * 1024 * 1024), query(filePart), async (c) => {
      const bytes = new Uint8Array(await c.req.arrayBuffer());
      const received = await restorer.append(c.req.param("key"), { ...c.req.valid("query"), bytes });
      return received === "no-room" ? sendError(c, 409, "no-room") : c.json({ received });
    })
    .post(`/restore/${fileKey}`, onlyWhileFree, async (c) => {
      await restorer.check(c.req.param("key"));
      return c.body(null, 204);
    })
    .post(`/restore/${fileKey}/confirm`, onlyWhileFree, async (c) => {
      const isConfirmed = await restorer.confirm(c.req.param("key"), c.get("session").deviceName);
      return isConfirmed ? c.body(null, 204) : sendError(c, 409, "not-found");
    });
}
