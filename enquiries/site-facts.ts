import * as z from "zod/mini";

/** When dates are offered: the hours of a week, and the rules for all of them. */
const patternSchema = z.object({
  /** `days` as `Mo`, `time` as `7:00`. */
  times: z.array(
    z.object({
      days: z.array(z.string()),
      time: z.string(),
      kind: z.enum(["talk", "training"]),
      minutes: z.number(),
    }),
  ),
  noticeHours: z.number(),
  pauseMinutes: z.number(),
  daysAhead: z.number(),
  /** Days without dates, the last one included. */
  closed: z.array(z.object({ from: z.string(), until: z.string() })),
});

export type Pattern = z.infer<typeof patternSchema>;

/** The facts of the site that enquiries need, as visitors read them. */
export const siteFactsSchema = z.object({
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  /** The end of "Odpowiedź przyjdzie ...", e.g. "w ciągu jednego dnia roboczego". */
  answerTime: z.string(),
  /** The company's legal details: name, address, NIP; older releases lack them. */
  signature: z.optional(z.array(z.string())),
  /** The choices in the form: the offer's services and packages, and "Inne". */
  goals: z.array(z.string()),
  /** Left out: no dates are offered. */
  booking: z.optional(patternSchema),
  /** Where trainings take place, on one line; older releases lack it. */
  place: z.optional(z.string()),
  /** Prices in words by their goals, as published; older releases lack them. */
  prices: z.optional(z.record(z.string(), z.string())),
});

export type SiteFacts = z.infer<typeof siteFactsSchema>;
