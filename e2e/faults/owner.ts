import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { openDatabase } from "../../enquiries/storage/database.server.ts";
import { fillWithEnquiries } from "../../enquiries/testing/fill.ts";
import { createLink } from "../../tools/panel/create-link.ts";

const log = { info() {}, warn() {}, error() {} };

/** Creates a one-time link as the owner's command does, and returns its token. */
export async function createLinkToken(dataDir: string, siteUrl: string, databaseUrl = ""): Promise<string> {
  const database = await openDatabase({ dataDir, databaseUrl, log });
  const link = await createLink(database, siteUrl);
  await database.close();
  return new URL(link).hash.slice(1);
}

export async function fill(dataDir: string, count: number, databaseUrl = ""): Promise<void> {
  const database = await openDatabase({ dataDir, databaseUrl, log });
  await fillWithEnquiries(database, { count, now: Date.now() });
  await database.close();
}

/** The headers that the panel's script sends with a write. */
export const writeHeaders = (origin: string) => ({
  Origin: origin,
  "X-Panel": "1",
  "Content-Type": "application/json",
  "Idempotency-Key": randomUUID(),
});

/** A session opened by a link. */
export async function signIn(baseUrl: string, dataDir: string, databaseUrl = "") {
  const claim = { token: await createLinkToken(dataDir, baseUrl, databaseUrl), deviceName: "Telefon" };
  const answer = await post("/panel/api/links/claim", claim);
  assert.equal(answer.status, 204);
  const [cookie = ""] = (answer.headers.get("Set-Cookie") ?? "").split(";");

  function post(
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
    method = "POST",
  ): Promise<Response> {
    return fetch(baseUrl + path, {
      method,
      headers: { ...writeHeaders(baseUrl), ...headers },
      body: JSON.stringify(body),
    });
  }

  const [name = "", value = ""] = cookie.split("=");
  return {
    cookie: { name, value },
    get: (path: string) => fetch(baseUrl + path, { headers: { Cookie: cookie } }),
    post: (path: string, body: unknown) => post(path, body, { Cookie: cookie }),
    put: (path: string, body: unknown) => post(path, body, { Cookie: cookie }, "PUT"),
  };
}
