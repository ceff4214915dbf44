import { dayNames, week, withoutZero } from "./format-opening-hours.ts";
import type { Slots } from "./schema/slots.ts";

export interface OpenDay {
  /** `wtorek` */
  readonly day: string;
  readonly times: readonly { readonly id: string; readonly time: string }[];
}

/** The open slots grouped by day, sorted and without duplicates. */
export function openDays({ times }: Pick<Slots, "times">): OpenDay[] {
  return week.flatMap((day) => {
    const onDay = times.filter(({ days }) => days.includes(day)).map(({ time }) => time.padStart(5, "0"));
    const inOrder = [...new Set(onDay)].sort();
    if (inOrder.length === 0) return [];
    return {
      day: dayNames[day],
      times: inOrder.map((time) => ({
        id: slotId(day, time),
        time: withoutZero(time),
      })),
    };
  });
}

/** The slot's id in addresses: `tu-1800`. */
export const slotId = (day: string, time: string) =>
  `${day.toLowerCase()}-${time.padStart(5, "0").replace(":", "")}`;
