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
