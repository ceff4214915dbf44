/** The days as content files write them, from Monday, with their Polish names. */
export const dayNames = {
  Mo: "poniedziałek",
  Tu: "wtorek",
  We: "środa",
  Th: "czwartek",
  Fr: "piątek",
  Sa: "sobota",
  Su: "niedziela",
} as const;
export type Day = keyof typeof dayNames;
export const week = Object.keys(dayNames) as Day[];
