import * as z from "zod/mini";
import { hashOpinion } from "../../opinions/ledger.server.ts";
import { verificationOf } from "../../opinions/opinion.ts";
import { provenIn, removalsOf } from "../../publishing/opinions/find-altered.ts";
import { found, jsonBody, type PanelDeps, requireFresh, routes, sendError } from "./env.ts";

/** A null shows the opinion; a reason hides it. */
const decision = z.object({
  reason: z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(300))),
});

/** Opinions with proof: a link for one, all received ones, and whether each is shown. Nothing changes their words (C5.2). */
export function createOpinionsApi({ opinions, draft }: PanelDeps) {
  return routes()
    .get("/opinions", async (c) => {
      const { value } = draft.read().files.osiagniecia;
      const placed = new Set(provenIn(value).map(({ id, words, day }) => `${id} ${hashOpinion(words, day)}`));
      const all = (await opinions.list()).map((opinion) => ({
        ...opinion,
        // A file that cannot be read is told elsewhere.
        isIntact: value === undefined || placed.has(`${opinion.id} ${hashOpinion(opinion, opinion.sentOn)}`),
      }));
      return c.json({ opinions: all });
    })
    .post("/appointments/:id/opinion", async (c) =>
      c.json({ url: found(await opinions.offer(c.req.param("id"))) }),
    )
    .put("/opinions/:id", jsonBody(decision), async (c) => {
      const opinion = found(await opinions.decide(c.req.param("id"), c.req.valid("json").reason));
      const { id: proof, text, author, about, sentOn: date, kind } = opinion;
      const { value: page } = draft.read().files.osiagniecia;
      const before = provenIn(page).filter(({ id }) => id === proof);
      const changes = removalsOf(before);
      if (opinion.state === "shown") {
        const verification = verificationOf(kind);
        const words = { proof, text, author, ...(about && { about }), date, verification };
        // The owner has chosen where it is shown.
        const { service, featured } = before[0]?.entry ?? {};
        const value = { ...words, ...(service ? { service } : {}), ...(featured ? { featured } : {}) };
        // Another device may have placed it in the meantime.
        changes.push({ do: "add", list: ["opinions"], value, equalBefore: 0 });
      }
      const unmade = changes.length > 0 ? await draft.change("osiagniecia", changes) : [];
      return unmade.length > 0 ? sendError(c, 409, "changed") : c.body(null, 204);
    })
    .delete("/opinions/:id", requireFresh, async (c) => {
      const result = await opinions.withdrawById(c.req.param("id"));
      if (result !== "done") return sendError(c, 404, "not-found");
      await c.var.record({ action: "opinion-erased" });
      return c.body(null, 204);
    });
}
