import { Hono } from "hono";
import * as z from "zod/mini";
import { valueAt } from "../../content-model/path.ts";
import { howChecked } from "../../opinions/opinion.ts";
import { provenIn, removalsOf } from "../../publishing/opinions/find-altered.ts";
import { type PanelDeps, type PanelEnv, sendError } from "./env.ts";
import { done, jsonBody, requireFresh } from "./requests.ts";

const reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(300));

/** Opinions with proof: the link for one, all that came, and whether each is shown. Nothing changes their words (C5.2). */
export function createOpinionsApi({ opinions, draft }: PanelDeps) {
  return new Hono<PanelEnv>()
    .get("/opinions", async (c) => c.json({ opinions: await opinions.list() }))
    .post("/appointments/:id/opinion", async (c) => {
      const url = await opinions.offer(c.req.param("id"));
      return url ? c.json({ url }) : sendError(c, 404, "not-found");
    })
    .put("/opinions/:id", jsonBody(z.object({ reason: z.nullable(reason) })), async (c) => {
      const opinion = await opinions.decide(c.req.param("id"), c.req.valid("json").reason);
      if (!opinion) return sendError(c, 404, "not-found");
      const { id: proof, text, author, about, sentOn: date, kind } = opinion;
      const { value: page } = draft.read().files.osiagniecia;
      const before = provenIn(page).filter(({ id }) => id === proof);
      const changes = removalsOf(before);
      if (opinion.state === "shown") {
        const words = { proof, text, author, ...(about && { about }), date, verification: howChecked(kind) };
        // Where it is shown is the owner's choice.
        const { service, featured } = before[0]?.entry ?? {};
        const value = { ...words, ...(service ? { service } : {}), ...(featured ? { featured } : {}) };
        const isThere = Array.isArray(valueAt(page, ["opinions"]));
        const list = ["opinions"];
        changes.push(isThere ? { do: "add", list, value } : { do: "set", at: list, value: [value] });
      }
      if (changes.length > 0) await draft.change("osiagniecia", changes);
      return c.body(null, 204);
    })
    .delete("/opinions/:id", requireFresh, (c) => done(c, opinions.withdrawById(c.req.param("id"))));
}
