import * as z from "zod/mini";
import { cleanText } from "../../enquiries/form.ts";
import { contactResults, contactWays } from "../../enquiries/owner/contact.ts";
import type { Inbox } from "../../enquiries/owner/inbox.server.ts";
import {
  enquiryStates,
  exportFormats,
  listViews,
  maxNoteLength,
  maxSearchLength,
  outcomes,
  type Person,
} from "../../enquiries/owner/inbox.ts";
import { answerWords } from "../../enquiries/owner/ready-answers.server.ts";
import { maxAnswerLength, maxAnswerNameLength } from "../../enquiries/owner/ready-answers.ts";
import { found, jsonBody, type PanelDeps, query, requireFresh, routes, sendDone, sendError } from "./env.ts";

const pageLength = 50;

const filter = {
  state: z.optional(z.enum(enquiryStates)),
  outcome: z.optional(z.enum(outcomes)),
  view: z.optional(z.enum(listViews)),
  after: z.optional(z.string().check(z.maxLength(200))),
};
const search = z.string().check(z.maxLength(maxSearchLength));
const id = z.string().check(z.regex(/^[\w-]{16,64}$/));
const note = z.object({ id, text: z.string().check(z.trim(), z.minLength(1), z.maxLength(maxNoteLength)) });

const time = z.nullable(z.iso.datetime());
const change = {
  from: z.enum(enquiryStates),
  at: z.optional(time),
  meeting: z.optional(time),
  missed: z.optional(z.boolean()),
  held: z.optional(z.boolean()),
  was: z.optional(z.object({ handledAt: time, missedAt: time })),
};
/** Closing needs an outcome (C1.3). */
const stateChange = z.discriminatedUnion("state", [
  z.object({ ...change, state: z.enum(["new", "in-contact", "scheduled"]) }),
  z.object({ ...change, state: z.literal("closed"), outcome: z.enum(outcomes) }),
]);

const text = z.pipe(
  z.string().check(z.maxLength(maxAnswerLength)),
  z.pipe(z.transform(cleanText), z.string().check(z.minLength(1))),
);
const answer = z.object({ id, text });
const contact = z.object({
  id,
  way: z.enum(contactWays),
  result: z.enum(contactResults),
  from: z.enum(enquiryStates),
  text: z.optional(text),
});
const written = z.object({ name: z.string(), phone: z.string(), email: z.string(), message: z.string() });
const exportRequest = z.object({ format: z.enum(exportFormats) });
const erasure = z.object({ related: z.boolean() });
const readyAnswer = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(maxAnswerNameLength)),
  text: z.string().check(z.trim(), z.maxLength(maxAnswerLength)),
});

/** Enquiries, answers to them, and ready answers (C2). */
export function createEnquiriesApi(deps: PanelDeps) {
  const { appointments, site, settings, exporter } = deps;
  const { inbox, ownerMailbox } = deps.enquiries;
  return (
    routes()
      .get("/enquiries", query(z.object(filter)), async (c) => {
        const page = await inbox.list({ ...c.req.valid("query"), limit: pageLength });
        return page ? c.json(page) : sendError(c, 400, "bad-request");
      })
      // The search text is personal data, so it is sent in the body: a URL would end up in histories and logs.
      .post("/enquiries/search", jsonBody(z.object({ ...filter, search })), async (c) => {
        const page = await inbox.list({ ...c.req.valid("json"), limit: pageLength });
        return page ? c.json(page) : sendError(c, 400, "bad-request");
      })
      .post("/enquiries", jsonBody(written), async (c) =>
        c.json(await deps.enquiries.writeDown(c.req.valid("json"), c.req.header("Idempotency-Key"))),
      )
      .get("/enquiries/today", async (c) => c.json(await inbox.today()))
      .get("/enquiries/counts", async (c) => c.json(await inbox.counts()))
      .get("/enquiries/stats", async (c) => {
        const { api, corsOrigins } = settings.config();
        // This server sees no visits if a static host serves the pages (C6.3).
        const isCounted = api.browserBaseUrl === "/" && corsOrigins.length === 0;
        return c.json({ ...(await inbox.stats()), isCounted });
      })
      .post("/enquiries/export", requireFresh, jsonBody(exportRequest), async (c) => {
        const { format } = c.req.valid("json");
        const file = exporter.start(format);
        if (!file) return sendError(c, 503, "busy");
        await c.var.record({ action: "exported", detail: format });
        const type = format === "csv" ? "text/csv; charset=utf-8" : "application/json";
        return c.body(file, 200, { "Content-Type": type });
      })
      .get("/enquiries/:reference", async (c) => {
        const enquiry = found(await inbox.find(c.req.param("reference")));
        const ready = await inbox.readyAnswers();
        const words = await answerWords(site.business(), appointments, enquiry.goal);
        return c.json({ ...enquiry, answering: { ready, words, replyTo: ownerMailbox() } });
      })
      .post("/enquiries/:reference/read", (c) => sendDone(c, inbox.markRead(c.req.param("reference"))))
      .put("/enquiries/:reference/state", jsonBody(stateChange), (c) =>
        sendDone(c, inbox.changeState(c.req.param("reference"), c.req.valid("json"))),
      )
      .post("/enquiries/:reference/notes", jsonBody(note), async (c) => {
        return c.json(found(await inbox.addNote(c.req.param("reference"), c.req.valid("json"))));
      })
      .delete("/enquiries/:reference/notes/:id", (c) =>
        sendDone(c, inbox.removeNote(c.req.param("reference"), c.req.param("id"))),
      )
      .put("/enquiries/:reference/reminder", jsonBody(z.object({ at: time })), (c) =>
        sendDone(c, inbox.setReminder(c.req.param("reference"), c.req.valid("json").at)),
      )
      .post("/enquiries/:reference/release", (c) => sendDone(c, inbox.release(c.req.param("reference"))))
      .post("/enquiries/:reference/spam", (c) => sendDone(c, inbox.markAsSpam(c.req.param("reference"))))
      .post("/enquiries/:reference/resend", async (c) =>
        c.json({ waiting: found(await inbox.resend(c.req.param("reference"))) }),
      )
      .get("/enquiries/:reference/person", async (c) =>
        c.json(await inbox.findPerson(await personOf(inbox, c.req.param("reference")))),
      )
      .delete("/enquiries/:reference/person", requireFresh, jsonBody(erasure), async (c) => {
        const reference = c.req.param("reference");
        const person = await personOf(inbox, reference);
        const erased = await inbox.erase(person, c.req.valid("json"));
        await c.var.record({ action: "erased", detail: reference });
        return c.json(erased);
      })
      .get("/answers", async (c) => {
        const [goal = null] = site.business().goals;
        const words = await answerWords(site.business(), appointments, goal);
        return c.json({ ready: await inbox.readyAnswers(), words });
      })
      .put("/answers/:id", jsonBody(readyAnswer), async (c) => {
        const answerId = c.req.param("id");
        const known = await inbox.readyAnswers();
        // All of them are sent with each enquiry.
        const isOneTooMany = known.length >= 200 && !known.some(({ id }) => id === answerId);
        if (isOneTooMany || !/^[\w-]{1,64}$/.test(answerId)) return sendError(c, 400, "bad-request");
        return sendDone(c, inbox.saveReadyAnswer({ id: answerId, ...c.req.valid("json") }));
      })
      .post("/enquiries/:reference/answers", jsonBody(answer), (c) =>
        sendDone(c, inbox.answer(c.req.param("reference"), c.req.valid("json"))),
      )
      .post("/enquiries/:reference/contact", jsonBody(contact), (c) =>
        sendDone(c, inbox.noteContact(c.req.param("reference"), c.req.valid("json"))),
      )
  );
}

/** The sender of an enquiry: every enquiry has an e-mail address or a phone number. */
async function personOf(inbox: Inbox, reference: string): Promise<Person> {
  const { email, phone } = found(await inbox.find(reference));
  return email ? { email } : { phone: found(phone || undefined) };
}
