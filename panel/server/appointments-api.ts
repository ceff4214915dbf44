import type { Context } from "hono";
import * as z from "zod/mini";
import type { BookingResult } from "../../appointments/bookings.server.ts";
import { maxCalendars } from "../../appointments/busy/busy-calendars.server.ts";
import { found, jsonBody, type PanelDeps, query, requireFresh, routes, sendDone, sendError } from "./env.ts";

const day = z.string().check(z.regex(/^20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/));
const time = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/));
const local = z.string().check(z.regex(/^20\d\d-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d$/));
const kind = z.enum(["talk", "training"]);
const minutes = z.int().check(z.minimum(10), z.maximum(240));
const urls = z
  .array(z.string().check(z.trim(), z.maxLength(500), z.regex(/^https:\/\/[^/\s]+\/\S*$/)))
  .check(z.maxLength(maxCalendars));
const arrangement = z.object({ reference: z.string(), kind, local, minutes });
const exception = z.discriminatedUnion("effect", [
  z.object({ effect: z.literal("closed"), day, time: z.nullable(time) }),
  z.object({ effect: z.literal("added"), day, time, kind, minutes }),
]);

/** The calendar: a week, actions on an appointment, and exceptions for single days (C3.6). */
export function createAppointmentsApi({ appointments: { calendar, busy } }: PanelDeps) {
  const booked = async (c: Context, result: Promise<BookingResult>) => {
    const outcome = await result;
    if (outcome === "missing") return sendError(c, 404, "not-found");
    if (outcome === "taken" || outcome === "changed") return sendError(c, 409, outcome);
    return c.json({ outcome });
  };

  return routes()
    .get("/appointments", query(z.object({ from: day })), async (c) =>
      c.json(await calendar.week(c.req.valid("query").from)),
    )
    .get("/appointments/:id/termin.ics", async (c) => {
      const text = found(await calendar.exportOne(c.req.param("id")));
      return c.body(text, 200, { "Content-Type": "text/calendar; charset=utf-8" });
    })
    .post("/appointments", jsonBody(arrangement), async (c) => {
      const arranged = await calendar.arrange(c.req.valid("json"));
      if (arranged === "taken") return sendError(c, 409, "taken");
      return c.json({ outcome: arranged.outcome, id: found(arranged.id) });
    })
    .post("/appointments/:id/accept", jsonBody(z.object({ local })), (c) =>
      booked(c, calendar.accept(c.req.param("id"), c.req.valid("json").local)),
    )
    .post("/appointments/:id/cancel", query(z.object({ local: z.optional(local) })), (c) =>
      booked(c, calendar.cancel(c.req.param("id"), c.req.valid("query").local)),
    )
    .post("/appointments/:id/undo", async (c) => {
      const outcome = await calendar.undo(c.req.param("id"));
      if (outcome === "done") return c.body(null, 204);
      return sendError(c, 409, outcome === "taken" ? "taken" : "too-late");
    })
    .post("/appointments/:id/link", async (c) =>
      c.json({ url: found(await calendar.linkTo(c.req.param("id"))) }),
    )
    .put("/appointments/:id/time", jsonBody(z.object({ local, minutes, seen: z.optional(local) })), (c) => {
      const { local, minutes, seen } = c.req.valid("json");
      return booked(c, calendar.give(c.req.param("id"), local, minutes, seen));
    })
    .post("/slots", jsonBody(exception), async (c) =>
      c.json({ id: await calendar.addException(c.req.valid("json")) }),
    )
    .delete("/slots/:id", (c) => sendDone(c, calendar.removeException(c.req.param("id"))))
    .get("/busy-calendars", async (c) => c.json(await busy.list()))
    .put("/busy-calendars", jsonBody(z.object({ urls })), async (c) => {
      await busy.set(c.req.valid("json").urls);
      await c.var.record({ action: "settings-changed", detail: "zajęte terminy" });
      return c.json(await busy.list());
    })
    .post("/calendar-feed", requireFresh, async (c) => {
      const url = await calendar.makeFeed();
      await c.var.record({ action: "settings-changed", detail: "adres kalendarza" });
      return c.json({ url });
    })
    .delete("/calendar-feed", async (c) => {
      await calendar.revokeFeed();
      await c.var.record({ action: "settings-changed", detail: "adres kalendarza" });
      return c.body(null, 204);
    });
}
