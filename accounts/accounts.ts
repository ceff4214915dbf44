import { createAuditLog } from "./audit-log.ts";
import type { Deps } from "./deps.ts";
import { claimLink, createLinks } from "./links.ts";
import { createPasskeys } from "./passkeys.ts";
import { createPushSubscriptions } from "./push-subscriptions.ts";
import { createRecoveryCodes, hashRecoveryCode } from "./recovery-codes.ts";
import { relyingPartyOf } from "./relying-party.ts";
import { createToken } from "./secrets.ts";
import { createSessions } from "./sessions.ts";
import { createSettings } from "./settings.ts";
import { migrateAccounts } from "./storage/migrate.ts";
import { createSuspendedPasskeys, suspendAccess } from "./suspended-passkeys.ts";

export type AccountsDeps = Deps & {
  siteUrl: string;
  siteName: () => string;
  /** Whether the clock may be trusted with deleting what is too old. */
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
  const settings = createSettings(deps);
  const challengeKey = await settings.readOrCreate("challenge-key", () => createToken(deps.randomBytes));

  /** Whether the panel has been set up. Until then it only explains how to create the first link. */
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

  async function removeOld(): Promise<void> {
    if (!(await deps.isClockSteady())) return;
    await sessions.removeExpired();
    await auditLog.removeOld();
  }

  return {
    /** Passkeys, or why this address can have none. */
    passkeys:
      "reason" in relyingParty ? relyingParty : createPasskeys({ ...deps, relyingParty, challengeKey }),
    suspendedPasskeys: createSuspendedPasskeys(deps),
    sessions,
    links,
    codes,
    auditLog,
    settings,
    pushSubscriptions: createPushSubscriptions(deps),
    isSetUp,
    requestRecovery,
    signInByLink,
    removeOld,
  };
}
