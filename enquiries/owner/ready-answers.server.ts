import type { SiteFacts } from "../site-facts.ts";
import type { Db } from "../storage/tables.server.ts";
import type { AnswerWords, ReadyAnswer } from "./ready-answers.ts";
import sampleAnswers from "./sample-answers.json" with { type: "json" };

/** The samples that the owner has not changed, then the owner's own answers, oldest first. */
export async function listReadyAnswers(db: Db): Promise<ReadyAnswer[]> {
  const stored = db.selectFrom("ready_answers").selectAll().orderBy("created_at").orderBy("id");
  // Samples avoid names, which would need the Polish vocative, and gendered forms.
  const byId = new Map(sampleAnswers.map((answer) => [answer.id, answer]));
  for (const { id, name, text } of await stored.execute()) byId.set(id, { id, name, text });
  return [...byId.values()];
}

/** Stores a new or changed answer in its place. */
export async function saveReadyAnswer(db: Db, { id, name, text }: ReadyAnswer, now: number) {
  await db
    .insertInto("ready_answers")
    .values({ id, name, text, created_at: now })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ name, text }))
    .execute();
}

const datesOffered = 3;

export async function answerWords(
  { name, prices = {} }: SiteFacts,
  { nextDates, choiceUrl }: { nextDates(count: number): Promise<string[]>; choiceUrl: string },
  goal: string | null,
): Promise<AnswerWords> {
  const isOffered = goal !== null && Object.hasOwn(prices, goal);
  const dates = (await nextDates(datesOffered)).join("; ");
  return {
    podpis: withPlainSpaces(name),
    ...(isOffered ? { usługa: goal, cena: prices[goal] } : {}),
    ...(dates ? { terminy: withPlainSpaces(dates), link: choiceUrl } : {}),
  };
}

/** A no-break space would halve the length of an SMS. */
const withPlainSpaces = (text: string) => text.replaceAll("\u00a0", " ");
