import { randomUUID } from "node:crypto";

/** What a visitor's page keeps until the service confirms it. */
export type Visit = {
  key: string;
  body: Record<"name" | "phone" | "email" | "message", string>;
  references: Set<string>;
};

/** Words that visitors typed. None may appear in a log. */
export const personalWords = /gżegżółk|gzegzolk|601 ?555|hipoterapi/i;

let visitors = 0;

/** A visit with a unique enquiry that causes both e-mails. */
export function newVisit(): Visit {
  visitors += 1;
  const number = String(visitors).padStart(6, "0");
  const body = {
    name: `Gżegżółka ${number}`,
    phone: `+48601555${number.slice(3)}`,
    email: `gzegzolka${number}@poczta.example`,
    message: `Pytanie ${number} o hipoterapię.`,
  };
  return { key: randomUUID(), body, references: new Set() };
}

export type Outcome = number | "no answer";

/** Sends a visit as the page does, from the given address if any, and records the reference it receives. */
export async function send(baseUrl: string, visit: Visit, address?: string): Promise<Outcome> {
  try {
    const response = await fetch(`${baseUrl}/api/enquiries`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(address && { "x-forwarded-for": address }) },
      body: JSON.stringify({ ...visit.body, key: visit.key, elapsedMs: 20_000 }),
      signal: AbortSignal.timeout(60_000),
    });
    const answer = await response.json();
    if (response.status === 201) visit.references.add(answer.reference);
    return response.status;
  } catch {
    return "no answer";
  }
}

/** Sends all visits, twenty at a time. `addressOf` chooses the server for each. */
export async function sendAll(visits: Visit[], addressOf: (index: number) => string): Promise<void> {
  const queue = visits.entries();
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      for (const [index, visit] of queue) await send(addressOf(index), visit);
    }),
  );
}
