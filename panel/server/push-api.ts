import { Hono } from "hono";
import * as z from "zod/mini";
import { type PanelDeps, type PanelEnv, sendError } from "./env.ts";
import { jsonBody } from "./requests.ts";

const pushService = z.string().check(z.maxLength(1000), z.url({ protocol: /^https$/ }));
const subscription = z.object({
  endpoint: pushService,
  keys: z.object({
    p256dh: z.string().check(z.regex(/^[\w-]{80,100}=*$/)),
    auth: z.string().check(z.regex(/^[\w-]{20,30}=*$/)),
  }),
});

/** Notifications of this device: on, off, and a test. */
export function createPushApi({ accounts: { pushSubscriptions }, push }: PanelDeps) {
  return new Hono<PanelEnv>()
    .get("/push", async (c) => c.json({ publicKey: await push.publicKey() }))
    .post("/push", jsonBody(subscription), async (c) => {
      const { id: sessionId, deviceName } = c.get("session");
      await pushSubscriptions.save(c.req.valid("json"), { sessionId, deviceName });
      return c.body(null, 204);
    })
    .post("/push/remove", jsonBody(z.object({ endpoint: z.string() })), async (c) => {
      await pushSubscriptions.remove(c.req.valid("json").endpoint);
      return c.body(null, 204);
    })
    .post("/push/test", async (c) => {
      const sent = await push.notify(
        {
          title: "Powiadomienia działają",
          body: "Tak będzie wyglądać powiadomienie o zapytaniu.",
          path: "/panel/",
        },
        c.get("session").id,
      );
      return sent > 0 ? c.json({ sent }) : sendError(c, 409, "refused");
    });
}
