import type { Content } from "./content.ts";
import { areFreshOn, type Day, isShownOn, pricesOn } from "./content-on-day.ts";
import { describeChanges, shorten } from "./describe-changes.ts";

/** What changes by date alone between two days, in Polish, one line each. */
export function describeDue(content: Content, from: Day, to: Day): string[] {
  const { notice } = content.site;
  const { slots } = content.kontakt;
  const [wasShown, isShown] = [from, to].map((day) => isShownOn(notice, day));
  const words = `„${shorten((notice?.text ?? "").replaceAll("\u00a0", " "))}”`;
  return [
    ...(isShown && !wasShown ? [`Komunikat pojawia się: ${words}`] : []),
    ...(wasShown && !isShown ? [`Komunikat znika: ${words}`] : []),
    ...(areFreshOn(slots, from) && !areFreshOn(slots, to)
      ? ["Wolne terminy znikają: nikt ich nie odświeżył"]
      : []),
    ...describeChanges(pricesOn(content, from), pricesOn(content, to)),
  ];
}
