import { createAuditLog } from "./audit-log.ts";
import { createToken, type Deps } from "./deps.ts";
import { claimLink, createLinks } from "./links.ts";
import { createPasskeys, relyingPartyOf } from "./passkeys.ts";
import { createPushSubscriptions } from "./push-subscriptions.ts";
import { createRecoveryCodes, hashRecoveryCode, suspendAccess } from "./recovery.ts";
import { createSessions, dayMs } from "./sessions.ts";
import { migrateAccounts } from "./storage/migrate.ts";

export type AccountsDeps = Deps & {
  siteUrl: string;
  siteName: () => string;
  /** Whether the clock is reliable enough to delete old rows. */
  isClockSteady: () => Promise<boolean>;
};

export type Accounts = Awaited<ReturnType<typeof openAccounts>>;

/** Migrates the tables and creates everything that controls access to the panel. Throws if the database fails. */
export async function openAccounts(deps: AccountsDeps) {
  const { db } = deps;
  await migrateAccounts(db);
  const relyingParty = relyingPartyOf(deps.siteUrl);
  const sessions = createSessions(deps);
  const links = createLinks(deps);
  const codes = createRecoveryCodes(deps);
  const auditLog = createAuditLog(deps);
  const challengeKey = await readOrCreate("challenge-key", createToken);

  /** Whether the panel has an owner. Until then it only explains how to create the first link. */
  async function isSetUp(): Promise<boolean> {
    const passkey = await db.selectFrom("passkeys").select("id").limit(1).executeTakeFirst();
    return passkey !== undefined || (await codes.countUnused()) > 0;
  }

  /** The first step of recovery: returns a link token to e-mail, valid only together with this code; undefined if the code is wrong. */
  async function requestRecovery(code: string): Promise<string | undefined> {
    if (!(await codes.isUnused(code))) return undefined;
    return links.create("recovery", { codeHash: hashRecoveryCode(code) });
  }

  /**
   * Opens a session with a one-time link; a recovery link also needs its recovery code. A link from the server or the mailbox ends all
   * other sessions and links and suspends the passkeys, so a lost phone opens nothing. Undefined if the link or the code is invalid.
   */
  async function signInByLink(
    token: string,
    { deviceName, code }: { deviceName: string; code?: string | undefined },
  ) {
    const codeHash = code === undefined ? null : hashRecoveryCode(code);
    return db.transaction().execute(async (transaction) => {
      const at = deps.now();
      const link = await claimLink(transaction, { token, codeHash, at });
      if (!link) return undefined;
      if (link.purpose !== "device") await suspendAccess(transaction, at);
      const beganWith = link.purpose === "setup" ? "link" : link.purpose;
      const within = createSessions({ ...deps, db: transaction });
      return { ...(await within.begin({ passkeyId: null, deviceName, beganWith })), purpose: link.purpose };
    });
  }

  /** Returns one of the panel's own stored values (JSON); the first call creates and stores it. */
  async function readOrCreate<T>(name: string, create: () => T): Promise<T> {
    const query = db.selectFrom("panel_settings").select("value").where("name", "=", name);
    const known = await query.executeTakeFirst();
    if (known) return JSON.parse(known.value) as T;
    await db
      .insertInto("panel_settings")
      .values({ name, value: JSON.stringify(create()) })
      .onConflict((conflict) => conflict.column("name").doNothing())
      .execute();
    return JSON.parse((await query.executeTakeFirstOrThrow()).value) as T;
  }

  async function removeOld(): Promise<void> {
    if (!(await deps.isClockSteady())) return;
    await sessions.removeExpired();
    const misdatedLinks = db.deleteFrom("sign_in_links").where("expires_at", ">", deps.now() + dayMs);
    await misdatedLinks.execute();
    await auditLog.removeOld();
  }

  return {
    noPasskeys: relyingParty.noPasskeys,
    passkeys: createPasskeys({ ...deps, relyingParty, challengeKey }),
    sessions,
    links,
    codes,
    auditLog,
    readOrCreate,
    pushSubscriptions: createPushSubscriptions(deps),
    isSetUp,
    requestRecovery,
    signInByLink,
    removeOld,
  };
}
