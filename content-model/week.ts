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

/** A closing time before 5:00 (`1:30`, `04:00`) belongs to the evening before. */
export const isNight = (closes: string) => closes.padStart(5, "0") < "05:00";
