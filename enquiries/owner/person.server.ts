import { type SqlBool, sql } from "kysely";
import type { Db, EnquiriesTable } from "../storage/tables.server.ts";
import type { Person } from "./inbox.ts";

export type OwnEnquiry = Pick<EnquiriesTable, "reference" | "name" | "email" | "phone">;

export const normalEmail = (email: string) => email.trim().toLowerCase();

/**
 * Returns a person's addresses, numbers and enquiries: those with the given address or number, and, transitively, those that share the
 * other address or number of an enquiry found.
 */
export async function findPerson(db: Db, person: Person) {
  const exact = await enquiriesOf(db, person);
  const found = new Map<string, OwnEnquiry>();
  const identifiers = new Map([[keyOf(person), person]]);
  // Iterating a Map includes entries that are added meanwhile.
  for (const identifier of identifiers.values()) {
    for (const enquiry of await enquiriesOf(db, identifier)) {
      found.set(enquiry.reference, enquiry);
      for (const other of identifiersOf(enquiry)) identifiers.set(keyOf(other), other);
    }
  }
  for (const { reference } of exact) found.delete(reference);
  return { identifiers: [...identifiers.values()], exact, related: [...found.values()] };
}

/** Whether an enquiry has the same address or number. */
export const isSamePerson = ({ email, phone }: Pick<OwnEnquiry, "email" | "phone">) =>
  sql<SqlBool>`(lower(email) = ${normalEmail(email ?? "")} or phone = ${phone})`;

/** The five newest other enquiries of the same person. In one query, unlike `findPerson`: it runs whenever one is opened. */
export function findOthers(db: Db, own: Omit<OwnEnquiry, "name">) {
  const others = db.selectFrom("enquiries").select(["reference", "name"]).where("status", "!=", "canary");
  const theirs = others.where(isSamePerson(own)).where("reference", "<>", own.reference);
  return theirs.orderBy("received_at", "desc").limit(5).execute();
}

export function identifiersOf({ email, phone }: Pick<OwnEnquiry, "email" | "phone">): Person[] {
  return [...(email ? [{ email }] : []), ...(phone ? [{ phone }] : [])];
}

/** The same key for the same person, however the address is written. */
export const keyOf = (person: Person) =>
  "email" in person ? `email ${normalEmail(person.email)}` : `phone ${person.phone}`;

function enquiriesOf(db: Db, person: Person): Promise<OwnEnquiry[]> {
  const all = db
    .selectFrom("enquiries")
    .select(["reference", "name", "email", "phone"])
    .where("status", "!=", "canary")
    .orderBy("received_at");
  const theirs =
    "email" in person
      ? all.where(sql`lower(email)`, "=", normalEmail(person.email))
      : all.where("phone", "=", person.phone);
  return theirs.execute();
}
