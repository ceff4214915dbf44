import * as z from "zod/mini";
import { mailServerOf } from "../../enquiries/mail/emails.server.ts";
import { preparationVersion } from "../../server/preparation.ts";
import {
  createSessionCookie,
  credential,
  deviceName,
  found,
  jsonBody,
  type PanelDeps,
  type PanelMiddleware,
  query,
  requireFresh,
  requirePasskeys,
  routes,
  sendDone,
  sendError,
} from "./env.ts";

const subscription = z.object({
  endpoint: z.string().check(z.maxLength(1000), z.url({ protocol: /^https$/ })),
  keys: z.object({
    p256dh: z.string().check(z.regex(/^[\w-]{80,100}=*$/)),
    auth: z.string().check(z.regex(/^[\w-]{20,30}=*$/)),
  }),
});

const newPasskey = z.object({ name: deviceName, credential });
const keptPasskeys = z.object({ kept: z.array(z.string()) });
/** The last entry of the page before. */
const logPosition = z.object({
  at: z.optional(z.string().check(z.regex(/^\d{1,16}$/))),
  id: z.optional(z.string()),
});

/** Passkeys, devices and their notifications, recovery codes and the audit log; needs a session. */
export function createDevicesApi({ accounts, settings, site, push }: PanelDeps) {
  const cookie = createSessionCookie(settings);
  const { sessions, passkeys, noPasskeys, codes, links, auditLog, pushSubscriptions } = accounts;
  const needPasskeys = requirePasskeys(accounts);

  const hasMail = () => mailServerOf(site.business(), settings.config()) !== undefined;

  /**
   * Like `requireFresh`, but while no passkey works it also accepts sessions begun with a link from the server or a recovery code:
   * otherwise an owner who returns after ten minutes could neither decide about the old passkeys nor create one.
   */
  const requireFreshOrFirst: PanelMiddleware = async (c, next) => {
    const { beganWith } = c.get("session");
    const mayBeFirst = beganWith === "link" || beganWith === "recovery";
    return mayBeFirst && !(await passkeys.list()).some(({ usable, isSuspended }) => usable && !isSuspended)
      ? next()
      : requireFresh(c, next);
  };

  return routes()
    .get("/me", async (c) => {
      const { deviceName, passkeyId, beganWith } = c.get("session");
      return c.json({
        deviceName,
        isGuest: beganWith === "device",
        hasPasskey: passkeyId !== null,
        noPasskeys,
        hasMail: hasMail(),
        /** Whether the owner still has to choose which passkeys stay. */
        hasSuspended: (await passkeys.listSuspended()).length > 0,
        /** Whether visitors see the page of a site in preparation, because the owner has published nothing. */
        inPreparation: site.facts().version === preparationVersion,
      });
    })
    .post("/sign-out", async (c) => {
      await sessions.end(c.var.session.id);
      cookie.remove(c);
      await c.var.record({ action: "signed-out" });
      // Not "storage", which would also clear the draft of the public form.
      c.header("Clear-Site-Data", '"cache"');
      return c.body(null, 204);
    })
    .post("/confirm/options", needPasskeys, async (c) =>
      c.json(await passkeys.authenticationOptions(c.get("session").id)),
    )
    .post("/confirm", needPasskeys, jsonBody(z.object({ credential })), async (c) => {
      const { id, passkeyId } = c.var.session;
      const verified = await passkeys.verify(c.req.valid("json").credential, id);
      if (verified.kind !== "verified") {
        await c.var.record({ action: "signed-in", succeeded: false });
        return sendError(c, 403, verified.kind);
      }
      // A laptop that confirms with the phone's key still ends with its own.
      cookie.write(c, await sessions.confirm(id, passkeyId ?? verified.passkey.id));
      return c.body(null, 204);
    })
    .get("/devices", async (c) => {
      const [signedIn, known, notified] = await Promise.all([
        sessions.list({ withNotified: true }),
        passkeys.list(),
        pushSubscriptions.list(),
      ]);
      return c.json({
        sessions: signedIn.map(({ id, deviceName, lastSeenAt }) => ({
          id,
          deviceName,
          lastSeenAt,
          isThis: id === c.get("session").id,
          notifications: notified
            .filter(({ sessionId }) => sessionId === id)
            .map(({ lastSuccessAt }) => ({ lastSuccessAt })),
        })),
        passkeys: known.map((one) => ({ ...one, isOfThis: one.id === c.get("session").passkeyId })),
        unusedCodes: await codes.countUnused(),
      });
    })
    .get("/passkeys/suspended", async (c) => c.json(await passkeys.listSuspended()))
    .put("/passkeys/suspended", requireFreshOrFirst, jsonBody(keptPasskeys), async (c) => {
      const { kept, removed } = await passkeys.keepSuspended(c.req.valid("json").kept);
      for (const { name: detail } of kept) await c.var.record({ action: "passkey-kept", detail });
      for (const { name: detail } of removed) await c.var.record({ action: "passkey-removed", detail });
      return c.body(null, 204);
    })
    .post("/passkeys/options", requireFreshOrFirst, needPasskeys, async (c) =>
      c.json(await passkeys.registrationOptions(c.get("session").id)),
    )
    .post("/passkeys", requireFreshOrFirst, needPasskeys, jsonBody(newPasskey), async (c) => {
      const { name, credential } = c.req.valid("json");
      const sessionId = c.var.session.id;
      const registered = await passkeys.register(credential, { sessionId, name });
      const succeeded = registered.kind === "registered";
      await c.var.record({ action: "passkey-added", detail: name, succeeded });
      if (!succeeded) return sendError(c, 403, "refused");
      cookie.write(c, await sessions.confirm(sessionId, registered.passkeyId));
      return c.body(null, 204);
    })
    .delete("/passkeys/:id", requireFresh, needPasskeys, async (c) => {
      const id = c.req.param("id");
      const detail = (await passkeys.list()).find((passkey) => passkey.id === id)?.name ?? "";
      const removed = await passkeys.remove(id, { codesWork: hasMail() });
      await c.var.record({ action: "passkey-removed", detail, succeeded: removed === "removed" });
      if (removed === "unknown") return sendError(c, 404, "not-found");
      return removed === "removed" ? c.body(null, 204) : sendError(c, 409, "refused");
    })
    .delete("/sessions/:id", requireFresh, async (c) => {
      const id = c.req.param("id");
      const all = await sessions.list({ withNotified: true });
      const { deviceName: detail } = found(all.find((session) => session.id === id));
      await sessions.end(id);
      await c.var.record({ action: "device-signed-out", detail });
      return c.body(null, 204);
    })
    .post("/links", requireFresh, async (c) => {
      await c.var.record({ action: "link-created" });
      return c.json({ token: await links.create("device", { sessionId: c.get("session").id }) });
    })
    .post("/codes", requireFresh, async (c) => {
      await c.var.record({ action: "codes-replaced" });
      return c.json({ codes: await codes.replace() });
    })
    .get("/push", async (c) => c.json({ publicKey: await push.publicKey() }))
    .post("/push", jsonBody(subscription), (c) =>
      sendDone(c, pushSubscriptions.save(c.req.valid("json"), c.var.session)),
    )
    .post("/push/remove", jsonBody(z.object({ endpoint: z.string() })), (c) =>
      sendDone(c, pushSubscriptions.remove(c.req.valid("json").endpoint)),
    )
    .post("/push/test", async (c) => {
      const body = "Tak będzie wyglądać powiadomienie o zapytaniu.";
      const notice = { title: "Powiadomienia działają", body, path: "/panel/" };
      const sent = await push.notify(notice, c.get("session").id);
      return sent > 0 ? c.json({ sent }) : sendError(c, 409, "refused");
    })
    .get("/journal", query(logPosition), async (c) => {
      const { at, id } = c.req.valid("query");
      const before = at !== undefined && id !== undefined ? { before: { at: Number(at), id } } : {};
      return c.json(await auditLog.list({ ...before, limit: 50 }));
    });
}
