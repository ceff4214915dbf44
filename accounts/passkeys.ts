import { isIP } from "node:net";
import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { type ChallengeUse, createChallenges } from "./challenges.ts";
import type { Deps } from "./deps.ts";
import type { AccountTables } from "./storage/tables.ts";

const refused = { kind: "refused" } as const;

type PasskeyDeps = Deps & {
  relyingParty: ReturnType<typeof relyingPartyOf>;
  challengeKey: string;
  /** Shown by the phone beside the passkey. */
  siteName: () => string;
};

/** A passkey's response. The library validates the rest of it. */
type Credential = { id: string };

type Expected = Omit<Parameters<typeof verifyAuthenticationResponse>[0], "response" | "credential">;

/** The owner's passkeys. User verification is required, and each challenge is valid once (P2.2, T1, T12). */
export function createPasskeys({ db, now, relyingParty, siteName, challengeKey }: PasskeyDeps) {
  const challenges = createChallenges({ db, now, key: challengeKey });

  async function registrationOptions(sessionId: string) {
    const known = await rows();
    return generateRegistrationOptions({
      challenge: challenges.issue({ purpose: "register", sessionId }),
      rpName: siteName(),
      rpID: relyingParty.id,
      userName: siteName(),
      userID: new TextEncoder().encode("owner"),
      userDisplayName: siteName(),
      attestationType: "none",
      excludeCredentials: known.map(({ id, transports }) => ({ id, transports: JSON.parse(transports) })),
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      // ES256, Ed25519 and RS256, which phones and security keys use; the library's default includes experimental ones.
      supportedAlgorithmIDs: [-7, -8, -257],
    });
  }

  /** Stores a new passkey and names the session's device after it. Refused if the response does not match or the session has ended. */
  async function register(response: Credential, { sessionId, name }: { sessionId: string; name: string }) {
    const verification = await check({ purpose: "register", sessionId }, (expected) =>
      verifyRegistrationResponse({ ...expected, response: response as RegistrationResponseJSON }),
    );
    if (!verification?.verified) return refused;
    const { id, publicKey, counter, transports = [] } = verification.registrationInfo.credential;
    const row = {
      id,
      public_key: Buffer.from(publicKey).toString("base64url"),
      counter,
      transports: JSON.stringify(transports),
      name,
      relying_party: relyingParty.id,
      created_at: now(),
    };
    return db.transaction().execute(async (transaction) => {
      // Locks the session until the passkey is there; see `suspendAccess`.
      const named = transaction.updateTable("panel_sessions").set({ device_name: name });
      const { numUpdatedRows } = await named.where("id", "=", sessionId).executeTakeFirst();
      if (numUpdatedRows === 0n) return refused;
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto("passkeys")
        .values(row)
        .onConflict((conflict) => conflict.column("id").doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n ? ({ kind: "registered", passkeyId: id } as const) : refused;
    });
  }

  /** Options without a list of passkeys: the phone offers its own, and nobody can find out before sign-in which exist. */
  async function authenticationOptions(sessionId: string | null) {
    return generateAuthenticationOptions({
      challenge: challenges.issue(authenticationUse(sessionId)),
      rpID: relyingParty.id,
      userVerification: "required",
    });
  }

  /** Verifies a passkey's response, at sign-in (`sessionId` null) or within a session. */
  async function verify(response: Credential, sessionId: string | null) {
    const ofThisSite = db.selectFrom("passkeys").selectAll().where("relying_party", "=", relyingParty.id);
    const row = await ofThisSite.where("id", "=", response.id).executeTakeFirst();
    if (!row) return refused;
    const verification = await check(authenticationUse(sessionId), (expected) =>
      verifyAuthenticationResponse({
        ...expected,
        response: response as AuthenticationResponseJSON,
        credential: {
          id: row.id,
          publicKey: new Uint8Array(Buffer.from(row.public_key, "base64url")),
          counter: row.counter,
          transports: JSON.parse(row.transports) as AuthenticatorTransport[],
        },
      }),
    );
    if (!verification?.verified) return refused;
    // Only the holder of the passkey learns this.
    if (row.suspended_at !== null) return { kind: "suspended" } as const;
    const used = { counter: verification.authenticationInfo.newCounter, last_used_at: now() };
    await db.updateTable("passkeys").set(used).where("id", "=", row.id).execute();
    return { kind: "verified", passkey: toPasskey({ ...row, ...used }) } as const;
  }

  /** Verifies a response and uses up its challenge, in this order, so that only the owner's passkeys cause a write. */
  async function check<T extends { verified: boolean }>(
    use: ChallengeUse,
    verify: (expected: Expected) => Promise<T>,
  ): Promise<T | undefined> {
    let answered = "";
    const expected: Expected = {
      expectedChallenge(challenge) {
        answered = challenge;
        return challenges.isValid(challenge, use);
      },
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: true,
    };
    // The library throws for every invalid response. All are refused alike.
    const verification = await verify(expected).catch(() => undefined);
    return verification?.verified && (await challenges.consume(answered, use)) ? verification : undefined;
  }

  /** None where browsers allow none. */
  const list = async () => (relyingParty.noPasskeys ? [] : (await rows()).map(toPasskey));

  /** The passkeys that do not work until the owner has decided which of them stay. */
  const listSuspended = async () => (await rows()).map(toPasskey).filter(({ isSuspended }) => isSuspended);

  /** Makes these suspended passkeys work again and removes all others; returns both groups. */
  async function keepSuspended(ids: readonly string[]) {
    // PostgreSQL rejects an empty list.
    const chosen = ["", ...ids];
    return db.transaction().execute(async (transaction) => {
      const others = transaction.deleteFrom("passkeys").where("id", "not in", chosen);
      const removed = await others.where("suspended_at", "is not", null).returning("name").execute();
      const back = transaction.updateTable("passkeys").set({ suspended_at: null }).where("id", "in", chosen);
      const kept = await back.where("suspended_at", "is not", null).returning("name").execute();
      return { kept, removed };
    });
  }

  /** Removes a passkey and ends its sessions. Keeps the last working one while there is no unused recovery code that works (P2.4). */
  async function remove(id: string, { codesWork }: { codesWork: boolean }) {
    return db.transaction().execute(async (transaction) => {
      // Writes to lock them all: of two simultaneous removals the second one sees what the first has left.
      const locked = transaction.updateTable("passkeys").set(({ ref }) => ({ name: ref("name") }));
      const passkeys = (await locked.returningAll().execute()).map(toPasskey);
      if (!passkeys.some((passkey) => passkey.id === id)) return "unknown";
      const others = passkeys.filter((one) => one.id !== id && one.usable && !one.isSuspended);
      const codes = transaction.selectFrom("recovery_codes").select("code_hash").where("used_at", "is", null);
      const hasCode = codesWork && (await codes.executeTakeFirst()) !== undefined;
      if (others.length === 0 && !hasCode) return "last-without-codes";
      await transaction.deleteFrom("passkeys").where("id", "=", id).execute();
      return "removed";
    });
  }

  const rows = () => db.selectFrom("passkeys").selectAll().orderBy("created_at").execute();

  function toPasskey(row: AccountTables["passkeys"]) {
    return {
      id: row.id,
      name: row.name,
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
      // A passkey that was created for another address of the site works only there.
      usable: row.relying_party === relyingParty.id,
      isSuspended: row.suspended_at !== null,
    };
  }

  return {
    registrationOptions,
    register,
    authenticationOptions,
    verify,
    list,
    listSuspended,
    keepSuspended,
    remove,
  };
}

const authenticationUse = (sessionId: string | null): ChallengeUse => {
  return { purpose: sessionId === null ? "sign-in" : "confirm", sessionId };
};

/** The WebAuthn relying party: the site's host without a leading `www.`, and the only origin where passkeys may be used (P2.7). */
export function relyingPartyOf(siteUrl: string) {
  const { protocol, hostname, origin } = new URL(siteUrl);
  return { id: hostname.replace(/^www\./, ""), origin, noPasskeys: noPasskeysAt(protocol, hostname) };
}

/** Why browsers allow no passkeys: they do on https and on http://localhost, never on an IP address. */
function noPasskeysAt(protocol: string, hostname: string): "needs-https" | "needs-host-name" | null {
  if (isIP(hostname.replace(/^\[|\]$/g, "")) !== 0) return "needs-host-name";
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  return protocol === "https:" || isLocal ? null : "needs-https";
}
