import { Hono } from "hono";
import * as z from "zod/mini";
import { cleanText } from "../../enquiries/form.ts";
import { contactResults, contactWays } from "../../enquiries/owner/contact.ts";
import { enquiryStates } from "../../enquiries/owner/inbox.ts";
import { answerWords } from "../../enquiries/owner/ready-answers.server.ts";
import { maxAnswerLength, maxAnswerNameLength } from "../../enquiries/owner/ready-answers.ts";
import { type PanelDeps, type PanelEnv, sendError } from "./env.ts";
import { done, jsonBody } from "./requests.ts";

const id = z.string().check(z.regex(/^[\w-]{16,64}$/));
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
const readyAnswer = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(maxAnswerNameLength)),
  text: z.string().check(z.trim(), z.maxLength(maxAnswerLength)),
});

/** Answers to enquiries, and the ready ones that they begin with (C2). */
export function createAnswersApi({ enquiries: { inbox }, appointments, site }: PanelDeps) {
  return new Hono<PanelEnv>()
    .get("/answers", async (c) => {
      const [goal = null] = site.business().goals;
      const words = await answerWords(site.business(), appointments, goal);
      return c.json({ ready: await inbox.readyAnswers(), words });
    })
    .put("/answers/:id", jsonBody(readyAnswer), async (c) => {
      const answerId = c.req.param("id");
      if (!/^[\w-]{1,64}$/.test(answerId)) return sendError(c, 400, "bad-request");
      await inbox.saveReadyAnswer({ id: answerId, ...c.req.valid("json") });
      return c.body(null, 204);
    })
    .post("/enquiries/:reference/answers", jsonBody(answer), (c) =>
      done(c, inbox.answer(c.req.param("reference"), c.req.valid("json"))),
    )
    .post("/enquiries/:reference/contact", jsonBody(contact), (c) =>
      done(c, inbox.noteContact(c.req.param("reference"), c.req.valid("json"))),
    );
}
