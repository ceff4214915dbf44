import * as z from "zod/mini";

/** The facts of the site that enquiries need, as visitors read them. */
export const siteFactsSchema = z.object({
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  /** The end of "Odpowiedź przyjdzie ...", e.g. "w ciągu jednego dnia roboczego". */
  answerTime: z.string(),
  /** The brand's colour, as in CSS; older releases lack it, and the signature. */
  accent: z.optional(z.string()),
  /** The company's legal details: name, address, NIP. */
  signature: z.optional(z.array(z.string())),
  /** The choices in the form: the offer's services and "Inne". */
  goals: z.array(z.string()),
});

export type SiteFacts = z.infer<typeof siteFactsSchema>;
